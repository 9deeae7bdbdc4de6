/** Types of the virtual modules: see `virtual-modules.ts`. */
declare module 'virtual:ask-service/site' {
  export const site: import('./route.ts').SiteModule
}

declare module 'virtual:ask-service/openapi' {
  export const openapi: string
}

declare module 'virtual:ask-service/collections' {
  export const collections: import('./entries.ts').Collections & Pick<import('./route.ts').SiteModule, 'settings'>
}

declare module 'virtual:ask-service/markdown' {
  export const markdown: import('./markdown-pages.ts').MarkdownModule
}
