import type { ProviderConfig } from '../config.ts'
import { createChatModel } from './compatible.ts'
import type { Model } from './model.ts'
import type { ProviderSettings } from './open-client.ts'
import { createResponsesModel } from './openai.ts'

/** Opens the configured model through the API that its provider uses. */
export const openModel = (provider: ProviderConfig & Pick<ProviderSettings, 'onRetry'>): Model =>
  provider.api === 'responses' ? createResponsesModel(provider) : createChatModel(provider)
