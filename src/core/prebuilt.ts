/** What add-ons use of the prebuilt file. */
export { decodeChunk } from './prebuilt/chunk.ts'
