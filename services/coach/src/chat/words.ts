import type { EngineFooter } from '@callwright/contracts'
import type { ProviderConfig } from '../config.ts'
import type { Engine } from '../turn/types.ts'

export const WELCOME = `Welcome to your trading coach. I can help you to
- find covered call opportunities
- analyze options chains
- explain strategies
- review your portfolio
- calculate returns and risks
What would you like to know?`

export const DISCLAIMER =
  'Figures come from the data named with each answer. They are information, not advice; options involve risk.'

/** The server a model is at. */
export const nameProvider = ({ baseUrl }: ProviderConfig): string => new URL(baseUrl).host

/** Why it is not the model that answered. */
export type InsteadOf = 'budget' | 'uncounted' | 'failure'

const reasons: Readonly<Record<InsteadOf, (provider: string) => string>> = {
  budget: (provider) => `today’s budget for ${provider} is spent`,
  uncounted: (provider) => `what ${provider} may still cost today cannot be read`,
  failure: (provider) => `${provider} could not answer`,
}

/** What the footer says of who answered and where the figures come from. */
export function describeEngine(
  { name, model }: Pick<Engine, 'name' | 'model'>,
  { provider, instead, market }: { provider: string | null; instead: InsteadOf | null; market: string },
): EngineFooter {
  const words =
    name === 'offline'
      ? ['Offline coach: built-in rules, no AI model', ...(instead === null ? [] : [reasons[instead](provider ?? '')])]
      : [provider === null ? model : `${model} at ${provider}`]
  return { engine: name, model, fallback: instead !== null, text: [...words, market].join(' · ') }
}
