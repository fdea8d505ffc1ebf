import { massive } from './massive/definition.ts'
import type { ProviderDefinition } from './provider-definition.ts'
import { sec } from './sec/definition.ts'
import { treasury } from './treasury/definition.ts'

/** Every outside source there is; a further one is one more folder and one more line. */
export const providerDefinitions: readonly ProviderDefinition[] = [massive, sec, treasury]
