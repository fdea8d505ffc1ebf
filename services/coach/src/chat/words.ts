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

export const nameProvider = ({ baseUrl }: ProviderConfig): string => new URL(baseUrl).host

/** Why the model did not answer. */
export type FallbackReason = 'budget' | 'uncounted' | 'failure'

const reasons: Readonly<Record<FallbackReason, (provider: string) => string>> = {
  budget: (provider) => `today’s budget for ${provider} is used up`,
  uncounted: (provider) => `today’s budget for ${provider} could not be checked`,
  failure: (provider) => `${provider} could not answer`,
}

/** Footer text that names the engine and the source of its figures. */
export function describeEngine(
  { name, model }: Pick<Engine, 'name' | 'model'>,
  {
    provider,
    fallbackReason,
    market,
  }: { provider: string | null; fallbackReason: FallbackReason | null; market: string },
): EngineFooter {
  const words =
    name === 'offline'
      ? [
          'Offline coach: built-in rules, no AI model',
          ...(fallbackReason === null ? [] : [reasons[fallbackReason](provider ?? '')]),
        ]
      : [provider === null ? model : `${model} at ${provider}`]
  return { engine: name, model, fallback: fallbackReason !== null, text: [...words, market].join(' · ') }
}
