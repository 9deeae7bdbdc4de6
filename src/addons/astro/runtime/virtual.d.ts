/** Types of the virtual modules: see `virtual-modules.ts`. */
declare module 'virtual:ask-service/site' {
  export const site: import('./route.ts').SiteModule
}

declare module 'virtual:ask-service/openapi' {
  export const openapi: string
}

declare module 'virtual:ask-service/collections' {
  export const collections: import('./markdown-pages.ts').MarkdownModule
}
