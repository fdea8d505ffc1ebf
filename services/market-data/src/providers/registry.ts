import { alpaca } from './alpaca/alpaca-provider.ts'
import { cboe } from './cboe/cboe-provider.ts'
import { massive } from './massive/massive-provider.ts'
import { nasdaq } from './nasdaq/nasdaq-provider.ts'
import type { ProviderDefinition } from './provider-definition.ts'
import { sec } from './sec/definition.ts'
import { tastytrade } from './tastytrade/tastytrade-provider.ts'
import { tradier } from './tradier/tradier-provider.ts'
import { treasury } from './treasury/definition.ts'

/** All external providers. To add one, add a folder and one line here. */
export const providerDefinitions: readonly ProviderDefinition[] = [
  massive,
  alpaca,
  tradier,
  tastytrade,
  cboe,
  nasdaq,
  sec,
  treasury,
]
