import type { ProviderConfig } from '../config.ts'
import { createChatModel } from './compatible.ts'
import type { Model } from './model.ts'
import type { ProviderSettings } from './open-client.ts'
import { createResponsesModel } from './openai.ts'

/** The model of the configuration, spoken to in the API it has. */
export const openModel = (provider: ProviderConfig & Pick<ProviderSettings, 'onRetry'>): Model =>
  provider.api === 'responses' ? createResponsesModel(provider) : createChatModel(provider)
