/**
 * Where an Astro site may have its variables -> one environment, in the order
 * of the contract: the adapter's, the process's, then those of `import.meta.env`.
 */
import { type Environment, layerEnvironments, VARIABLES } from '../../environment.ts'

/** Places that only the bundle knows. */
export interface EnvironmentSources {
  /** Of `cloudflare:workers`; empty elsewhere. */
  readonly bindings: object
  /** Of `astro:env/server`. */
  readonly getSecret: (name: string) => unknown
  /** `import.meta.env` in development; empty in what is built. */
  readonly importMetaEnv: Readonly<Record<string, unknown>>
}

/** The variables that are read, from the first place that has each. `locals` are the request's. */
export function readEnvironment({ bindings, getSecret, importMetaEnv }: EnvironmentSources, locals: object): Environment {
  const places: readonly ((name: string) => unknown)[] = [
    // Cloudflare's adapter throws here, since version 13.
    (name) => Reflect.get(Object(Reflect.get(Object(Reflect.get(locals, 'runtime')), 'env')), name),
    (name) => Reflect.get(bindings, name),
    (name) => Reflect.get(Object(Reflect.get(Object(Reflect.get(globalThis, 'process')), 'env')), name),
    getSecret,
    (name) => importMetaEnv[name],
  ]
  return layerEnvironments(places.map(readAll))
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
