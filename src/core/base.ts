/** What add-ons use of the base: errors, checks of options, JSON, bytes. */
export { onAbort, pause } from './base/abort.ts'
export {
  byteLength, concatBytes, decodeBase64, encodeBase64, formatSha256, sha256, toHex,
} from './base/bytes.ts'
export { count, countBy, foldSpace, groupBy, groupDigits, inlineCode, shellArgument, shorten } from './base/text.ts'
export { AskError, type ErrorCode } from './base/errors.ts'
export { isCount, isObject, isString, type JsonObject, parseJson, parseJsonObject } from './base/json.ts'
export {
  boolean, callable, headerFields, isOptionError, keyText, outOfRange, refuseUnknown, trimmedText, wholeNumber,
} from './base/option.ts'
export { partitionPoint } from './base/partition-point.ts'
export { createRedactor, headerSecrets, type Redact } from './base/redact.ts'
export { createSemaphore, runPool } from './base/semaphore.ts'
export { VERSION } from './base/version.ts'
