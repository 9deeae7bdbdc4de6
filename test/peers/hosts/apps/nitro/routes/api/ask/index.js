export { default } from './[...path].js'
