/** File extensions -> media types for browsers. */

const TEXT = '; charset=utf-8'

const TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.bmp': 'image/bmp',
  '.css': `text/css${TEXT}`,
  '.csv': `text/csv${TEXT}`,
  '.eot': 'application/vnd.ms-fontobject',
  '.gif': 'image/gif',
  '.gz': 'application/gzip',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': `text/javascript${TEXT}`,
  '.json': 'application/json',
  '.m4a': 'audio/mp4',
  '.map': 'application/json',
  '.md': `text/markdown${TEXT}`,
  '.mjs': `text/javascript${TEXT}`,
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.ogg': 'audio/ogg',
  '.otf': 'font/otf',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': `image/svg+xml${TEXT}`,
  '.ttf': 'font/ttf',
  '.txt': `text/plain${TEXT}`,
  '.wasm': 'application/wasm',
  '.wav': 'audio/wav',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.xhtml': 'application/xhtml+xml',
  '.xml': `application/xml${TEXT}`,
  '.yaml': `application/yaml${TEXT}`,
  '.yml': `application/yaml${TEXT}`,
  '.zip': 'application/zip',
}

/** Media type of an extension with its dot, in any case; `application/octet-stream` for an unknown one. */
export function contentType(extension: string): string {
  return TYPES[extension.toLowerCase()] ?? 'application/octet-stream'
}
