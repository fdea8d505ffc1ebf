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
  'Figures come from the sources listed with each answer. This is information, not advice. Options involve risk.'

/** Host of a model provider. */
export const nameProvider = ({ baseUrl }: ProviderConfig): string => new URL(baseUrl).host

/** Why the model did not answer. */
export type InsteadOf = 'budget' | 'uncounted' | 'failure'

const reasons: Readonly<Record<InsteadOf, (provider: string) => string>> = {
  budget: (provider) => `today’s budget for ${provider} is used up`,
  uncounted: (provider) => `today’s budget for ${provider} could not be checked`,
  failure: (provider) => `${provider} could not answer`,
}

/** Footer text: the engine that answered and the source of its figures. */
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
