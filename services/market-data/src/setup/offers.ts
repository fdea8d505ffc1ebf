import type { AskedSetting, ProviderDefinition, ProviderOffer } from '../providers/provider-definition.ts'
import { providerDefinitions } from '../providers/registry.ts'

export interface OfferedProvider {
  readonly name: string
  readonly definition: ProviderDefinition
  readonly offer: ProviderOffer
}

/**
 * Providers that setup lists as the source of prices: those with prices and option chains, free ones first. Providers
 * that need the vendor's consent come last, because setup does not recommend them.
 */
export function listPriceSources(): OfferedProvider[] {
  return providerDefinitions
    .filter(
      ({ keyless, capabilities }) => !keyless && capabilities.includes('quotes') && capabilities.includes('chains'),
    )
    .map(toOffered)
    .sort((a, b) => rankOf(a) - rankOf(b))
}

const rankOf = ({ offer: { consent, isFree } }: OfferedProvider) => (consent === null ? (isFree ? 0 : 1) : 2)

/** Free providers that a real market includes automatically once their settings are complete. */
export function listFreeSources(): OfferedProvider[] {
  return providerDefinitions
    .filter(({ keyless }) => keyless)
    .map(toOffered)
    .filter(({ offer }) => offer.settings.length > 0)
}

/** Finds a provider by name; null if there is none. */
export function findOffer(name: string): OfferedProvider | null {
  const definition = providerDefinitions.find((candidate) => candidate.name === name)
  return definition === undefined ? null : toOffered(definition)
}

/** A provider's title on screens. */
export const nameProvider = (name: string): string => findOffer(name)?.offer.title ?? name

const toOffered = (definition: ProviderDefinition): OfferedProvider => ({
  name: definition.name,
  definition,
  offer: definition.offer ?? deriveOffer(definition),
})

const TUNING = /_(URL|CALLS_PER_MINUTE|PERMISSION)$/
const SECRET = /KEY|SECRET|TOKEN|PASSWORD/

/** Derives an offer from the names of the variables, so that a provider without one can be set up too. */
export function deriveOffer(definition: Omit<ProviderDefinition, 'offer'>): ProviderOffer {
  const { name, keyless, variables, secretVariables = [] } = definition
  const permission = variables.find((variable) => variable.endsWith('_PERMISSION'))
  const settings = variables
    .filter((variable) => !keyless && !TUNING.test(variable))
    .map(
      (variable): AskedSetting => ({
        variable,
        label: variable,
        isSecret: secretVariables.includes(variable) || SECRET.test(variable),
      }),
    )
  return {
    title: name,
    summary: 'see docs/providers.md',
    isFree: true,
    origin: null,
    settings,
    consent: permission === undefined ? null : { variable: permission, terms: listProblems(definition) },
  }
}

/** Without settings, a provider says what it needs. */
function listProblems(definition: Omit<ProviderDefinition, 'offer'>): readonly string[] {
  const read = definition.readSettings({})
  return read.ok ? [] : read.problems
}
