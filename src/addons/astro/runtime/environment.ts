/**
 * The sources of an Astro site's variables -> one environment. Their order is that of the contract: the adapter, the
 * process, then `import.meta.env`.
 */
import { type Environment, layerEnvironments, VARIABLES } from '../../../core/environment.ts'

/** Sources that only code in the site's bundle can read. */
export interface EnvironmentSources {
  /** Bindings from `cloudflare:workers`; empty on other hosts. */
  readonly bindings: object
  /** Function from `astro:env/server`. */
  readonly getSecret: (name: string) => unknown
  /** `import.meta.env` in development; empty in a build. */
  readonly importMetaEnv: Readonly<Record<string, unknown>>
}

/** Reads all variables, each from the first source that has it. `locals` are those of the request. */
export function readEnvironment(sources: EnvironmentSources, locals: object): Environment {
  const { bindings, getSecret, importMetaEnv } = sources
  const readers: readonly ((name: string) => unknown)[] = [
    // Cloudflare's adapter throws here since version 13.
    (name) => Reflect.get(Object(Reflect.get(Object(Reflect.get(locals, 'runtime')), 'env')), name),
    (name) => Reflect.get(bindings, name),
    (name) => Reflect.get(Object(Reflect.get(Object(Reflect.get(globalThis, 'process')), 'env')), name),
    getSecret,
    (name) => importMetaEnv[name],
  ]
  return layerEnvironments(readers.map(readAll))
}

function readAll(read: (name: string) => unknown): Environment {
  return Object.fromEntries(VARIABLES.map((name) => [name, textOf(name, read)]))
}

function textOf(name: string, read: (name: string) => unknown): string | undefined {
  try {
    const value = read(name)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
