/**
 * `ask-service/starlight`: the plugin that gives a Starlight site this search instead of its own. Readers meet one
 * search: its button and its keys.
 */
import type { AstroIntegration } from './hooks.ts'
import ask from './integration.ts'
import type { AskAstroOptions } from './options.ts'

export type { AstroIntegration } from './hooks.ts'
export type { AskAstroOptions, OverlayAttributes } from './options.ts'

const SEARCH_BUTTON = 'ask-service/starlight/Search.astro'

/** A plugin for `plugins` of `starlight()`. */
export interface StarlightPlugin {
  readonly name: string
  readonly hooks: { readonly 'config:setup': (setup: StarlightSetup) => void }
}

/** The part of the argument of `config:setup` that the plugin uses. */
export interface StarlightSetup {
  readonly config: { readonly components?: Readonly<Record<string, string>> }
  readonly astroConfig: { readonly integrations: readonly { readonly name: string }[] }
  readonly updateConfig: (config: { pagefind: false; components: Record<string, string> }) => void
  readonly addIntegration: (integration: AstroIntegration) => void
  readonly logger: { readonly warn: (message: string) => void }
}

/** The plugin, with the options of the integration, which it adds to the site unless it is there. */
export default function askStarlight(options: AskAstroOptions = {}): StarlightPlugin {
  const integration = ask(options)
  return {
    name: integration.name,
    hooks: {
      'config:setup'({ config, astroConfig, updateConfig, addIntegration, logger }) {
        const { components = {} } = config
        const own = components['Search']
        if (own !== undefined) {
          logger.warn(`components.Search is ${own} and is kept: an element with data-ask-open in it opens the search`)
        }
        updateConfig({ pagefind: false, components: { ...components, Search: own ?? SEARCH_BUTTON } })
        if (!astroConfig.integrations.some(({ name }) => name === integration.name)) addIntegration(integration)
        else if (Object.keys(options).length > 0) {
          const reason = 'the integration is in `integrations` as well: remove it there'
          logger.warn(`The options of the plugin have no effect, because ${reason}`)
        }
      },
    },
  }
}
