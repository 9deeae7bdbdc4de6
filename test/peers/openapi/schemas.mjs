/** openapi.yaml as an object, and its schemas as validators. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
export const YAML = readFileSync(`${ROOT}openapi.yaml`, 'utf8')
export const document = parse(YAML)

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })
const validators = new Map()

/** What a `$ref` of this document stands for; anything else is itself. */
export function resolve(value) {
  if (value?.$ref === undefined) return value
  return value.$ref.split('/').slice(1).reduce((at, key) => at[key], document)
}

/** What is wrong with a value, empty for nothing. A field that the schema doesn't name is wrong too. */
export function errorsOf(schema, value) {
  let validate = validators.get(schema)
  if (validate === undefined) {
    validate = ajv.compile(closed(schema))
    validators.set(schema, validate)
  }
  return validate(value) ? '' : ajv.errorsText(validate.errors)
}

/** A schema with its references replaced by what they stand for, and its objects closed. */
function closed(schema) {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  if (schema.$ref !== undefined) return closed(resolve(schema))
  const whole = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  return whole.type === 'object' && whole.properties !== undefined ? { ...whole, additionalProperties: false } : whole
}

/** The frames of a stream of server-sent events, as the document's AnswerEvent has them. */
export function framesOf(text) {
  return text.split('\n\n').filter((frame) => frame !== '').map((frame) => {
    const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(frame) ?? []
    return { event, data: JSON.parse(data) }
  })
}
