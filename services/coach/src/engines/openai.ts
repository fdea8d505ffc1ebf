import type OpenAI from 'openai'
import type {
  Response,
  ResponseCreateParamsNonStreaming,
  ResponseInputItem,
} from 'openai/resources/responses/responses'
import {
  MAX_OUTPUT_TOKENS,
  type Model,
  type ModelInput,
  type ModelReply,
  openClient,
  type ProviderSettings,
  type SessionTerms,
  UnreadableAnswer,
} from './model.ts'

/** Models whose reasoning counts as output tokens. */
const REASONING = /^(?:o\d|gpt-(?:[5-9]|\d\d))/u
const REASONING_TOKENS = 1_600
const MAX_ITEMS = 40

/** Uses the Responses API. Each request includes the history, because the provider stores nothing. */
export function createResponsesModel(settings: ProviderSettings): Model {
  const client = openClient(settings)
  return {
    engine: 'openai',
    name: settings.model,
    open: (terms) => {
      const input: ResponseInputItem[] = []
      return {
        async send(inputs, { signal, mayCall }) {
          input.push(...inputs.map(toItem))
          const response = await ask(client, { ...buildRequest(settings.model, terms, mayCall), input }, signal)
          const reply = readReply(response)
          input.push(...response.output.filter(isReplayed))
          return reply
        },
      }
    },
  }
}

function buildRequest(model: string, terms: SessionTerms, mayCall: boolean): ResponseCreateParamsNonStreaming {
  const reasons = REASONING.test(model)
  return {
    model,
    instructions: terms.instructions,
    tools: terms.tools.map(({ name, description, args }) => ({
      type: 'function',
      name,
      description,
      parameters: { ...args },
      // Strict mode does not support every keyword of our schemas. Arguments are validated here anyway.
      strict: false,
    })),
    tool_choice: mayCall ? 'auto' : 'none',
    parallel_tool_calls: false,
    store: false,
    max_output_tokens: MAX_OUTPUT_TOKENS + (reasons ? REASONING_TOKENS : 0),
    safety_identifier: terms.safetyIdentifier,
    prompt_cache_key: 'callwright-coach',
    ...(reasons ? { reasoning: { effort: 'low' }, include: ['reasoning.encrypted_content'] } : {}),
  }
}

async function ask(client: OpenAI, request: ResponseCreateParamsNonStreaming, signal: AbortSignal): Promise<Response> {
  const response = await client.responses.create(request, { signal })
  const output: unknown = typeof response === 'object' && response !== null ? response.output : null
  if (!Array.isArray(output) || output.length > MAX_ITEMS) throw new UnreadableAnswer('No output')
  return response
}

function toItem(input: ModelInput): ResponseInputItem {
  return input.kind === 'message'
    ? { role: input.role, content: input.text }
    : { type: 'function_call_output', call_id: input.id, output: input.text }
}

/** Calls, messages and encrypted reasoning must be sent again with the next request. */
function isReplayed(
  item: Response['output'][number],
): item is Extract<Response['output'][number], { type: 'function_call' | 'message' | 'reasoning' }> {
  if (item.type === 'reasoning') return typeof item.encrypted_content === 'string'
  return item.type === 'function_call' || item.type === 'message'
}

function readReply(response: Response): ModelReply {
  const parts = response.output.flatMap((item) =>
    item.type === 'message' && Array.isArray(item.content) ? item.content : [],
  )
  return {
    text: parts
      .flatMap((part) => (part.type === 'output_text' && typeof part.text === 'string' ? [part.text] : []))
      .join('\n'),
    isRefusal: parts.some(({ type }) => type === 'refusal'),
    calls: response.output.flatMap((item) =>
      item.type === 'function_call'
        ? [{ id: String(item.call_id), name: String(item.name), args: String(item.arguments) }]
        : [],
    ),
    usage: {
      modelTurns: 1,
      inputTokens: Number(response.usage?.input_tokens) || 0,
      outputTokens: Number(response.usage?.output_tokens) || 0,
    },
  }
}
