import type {
  ChatCompletion,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions'
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

/** Uses Chat Completions with only the parameters that Ollama, vLLM and LiteLLM all support. */
export function createChatModel(settings: ProviderSettings): Model {
  const client = openClient(settings)
  return {
    engine: 'compatible',
    name: settings.model,
    open: (terms) => {
      const messages: ChatCompletionMessageParam[] = [{ role: 'system', content: terms.instructions }]
      return {
        async send(inputs, { signal, mayCall }) {
          messages.push(...inputs.map(toMessage))
          const request = { ...buildRequest(settings.model, terms, mayCall), messages }
          const completion = await client.chat.completions.create(request, { signal })
          const message = readMessage(completion)
          messages.push(toHistory(message))
          return readReply(message, completion)
        },
      }
    },
  }
}

function buildRequest(
  model: string,
  { tools }: SessionTerms,
  mayCall: boolean,
): Omit<ChatCompletionCreateParamsNonStreaming, 'messages'> {
  const offered = tools.map(({ name, description, args }) => ({
    type: 'function' as const,
    function: { name, description, parameters: { ...args } },
  }))
  return {
    model,
    max_tokens: MAX_OUTPUT_TOKENS,
    ...(mayCall && offered.length > 0 ? { tools: offered, parallel_tool_calls: false } : {}),
  }
}

type Message = ChatCompletion['choices'][number]['message']

function readMessage(completion: ChatCompletion): Message {
  const choices: unknown = typeof completion === 'object' && completion !== null ? completion.choices : null
  const message = Array.isArray(choices) ? completion.choices[0]?.message : undefined
  if (typeof message !== 'object' || message === null) throw new UnreadableAnswer('No message')
  return message
}

function toMessage(input: ModelInput): ChatCompletionMessageParam {
  return input.kind === 'message'
    ? { role: input.role, content: input.text }
    : { role: 'tool', tool_call_id: input.id, content: input.text }
}

const listCalls = ({ tool_calls: calls }: Message) =>
  (Array.isArray(calls) ? calls : []).flatMap((call) =>
    call?.type === 'function' && typeof call.function?.name === 'string'
      ? [{ id: String(call.id), name: call.function.name, args: String(call.function.arguments ?? '') }]
      : [],
  )

function toHistory(message: Message): ChatCompletionMessageParam {
  const calls = listCalls(message)
  return {
    role: 'assistant',
    content: textOf(message),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(({ id, name, args }) => ({
            id,
            type: 'function' as const,
            function: { name, arguments: args },
          })),
        }),
  }
}

const textOf = ({ content }: Message) => (typeof content === 'string' ? content : '')

function readReply(message: Message, { usage }: ChatCompletion): ModelReply {
  return {
    text: textOf(message),
    isRefusal: typeof message.refusal === 'string' && message.refusal !== '',
    calls: listCalls(message),
    usage: {
      modelTurns: 1,
      inputTokens: Number(usage?.prompt_tokens) || 0,
      outputTokens: Number(usage?.completion_tokens) || 0,
    },
  }
}
