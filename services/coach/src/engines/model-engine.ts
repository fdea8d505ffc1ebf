import { addUsage, EngineFailure, noUsage } from '../turn/engine-failure.ts'
import { toolNames } from '../turn/tool-names.ts'
import type { CardChoice, Draft, Engine, EngineInput, Usage } from '../turn/types.ts'
import { buildInstructions, withoutInstructions } from './instructions.ts'
import type { Model, ModelCall, ModelInput, ModelReply, ModelSession } from './model.ts'
import { toEngineFailure } from './model-failure.ts'
import { REQUEST_TIMEOUT_MS } from './open-client.ts'
import { toToolOutput } from './tool-output.ts'

const MAX_TURNS = 4
/** Maximum number of tool calls in one reply. A model that makes more is looping. */
const MAX_CALLS_AT_ONCE = 8
const CARD = /\{\{\s*card:\s*(r\d+)\s*\}\}/giu
const REFUSAL =
  'I cannot help with that. I can look up stocks and calls, explain covered calls, and review your positions.'
const TOOL_CALL_TEXT =
  'Your last reply contained a tool call as text, which was not run. Call the tool, or answer in plain sentences.'

/** Creates an engine whose model chooses tools and explains their results. */
export function createModelEngine(model: Model): Engine {
  return {
    name: model.engine,
    model: model.name,
    async run(input) {
      const terms = {
        instructions: buildInstructions(input),
        tools: input.tools,
        safetyIdentifier: input.safetyIdentifier,
      }
      const conversation = createConversation(model.open(terms), input, JSON.stringify(terms).length)
      return draftFrom(conversation, await converse(conversation, input))
    },
  }
}

interface Conversation {
  /** Usage of the whole conversation so far. */
  readonly usage: Usage
  send(inputs: readonly ModelInput[], mayCall: boolean): Promise<ModelReply>
}

/** Average for English text and JSON. */
const CHARACTERS_PER_TOKEN = 4

/** Wraps a session to add timeouts, turn model errors into engine failures and count usage. */
function createConversation(session: ModelSession, { signal, onUsage }: EngineInput, characters: number): Conversation {
  let usage = noUsage
  let sent = characters
  const count = (more: Usage) => {
    usage = addUsage(usage, more)
    onUsage(more)
  }
  return {
    get usage() {
      return usage
    },
    async send(inputs, mayCall) {
      const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
      sent += JSON.stringify(inputs).length
      try {
        const reply = await session.send(inputs, { signal: AbortSignal.any([signal, timeout]), mayCall })
        count(reply.usage)
        return { ...reply, text: removeReasoning(reply.text) }
      } catch (error) {
        // The provider charges for the input even if we stop waiting for the reply.
        if (signal.aborted || timeout.aborted) {
          count({ modelTurns: 1, inputTokens: Math.ceil(sent / CHARACTERS_PER_TOKEN), outputTokens: 0 })
        }
        if (signal.aborted && !isTimeout(signal.reason)) throw signal.reason
        throw toEngineFailure(error, usage, timeout.aborted || signal.aborted)
      }
    },
  }
}

const isTimeout = (reason: unknown) => reason instanceof DOMException && reason.name === 'TimeoutError'

async function converse(conversation: Conversation, input: EngineInput): Promise<string> {
  let next: readonly ModelInput[] = [
    ...input.history.map(({ role, content }): ModelInput => ({ kind: 'message', role, text: content })),
    { kind: 'message', role: 'user', text: input.message },
  ]
  for (let turn = 1; turn <= MAX_TURNS; turn++) {
    input.onEvent({ kind: 'status', text: turn === 1 ? 'Reading the question' : 'Reading the results' })
    const reply = await conversation.send(next, turn < MAX_TURNS)
    if (reply.isRefusal) return REFUSAL
    if (reply.calls.length > 0) next = await runCalls(reply.calls, input, conversation.usage)
    else if (isToolCallText(reply.text)) next = [{ kind: 'message', role: 'user', text: TOOL_CALL_TEXT }]
    else if (reply.text.trim() !== '') return reply.text
    else throw new EngineFailure('unreadable', conversation.usage)
  }
  throw new EngineFailure('endless', conversation.usage)
}

async function runCalls(calls: readonly ModelCall[], input: EngineInput, usage: Usage): Promise<ModelInput[]> {
  if (calls.length > MAX_CALLS_AT_ONCE) throw new EngineFailure('endless', usage)
  const outputs: ModelInput[] = []
  for (const { id, name, args } of calls) {
    input.signal.throwIfAborted()
    outputs.push({ kind: 'output', id, text: toToolOutput(await input.callTool(name, readJson(args))) })
  }
  return outputs
}

/** Invalid JSON becomes null, which the argument check rejects. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Removes the reasoning that some self-hosted models put before their answer, even if one of its tags is missing. */
function removeReasoning(text: string): string {
  return text.replace(/^.*<\/think(?:ing)?>/isu, '').replace(/<think(?:ing)?>.*$/isu, '')
}

/** Some models write a tool call as ordinary text, which is neither shown nor run. */
function isToolCallText(text: string): boolean {
  if (/<\/?(?:tool_call|function_call|function|invoke)\b|<\|(?:tool|python|channel)/iu.test(text)) return true
  const names = toolNames.join('|')
  return (
    new RegExp(`"(?:name|tool|function)"\\s*:\\s*"(?:functions\\.)?(?:${names})"`, 'iu').test(text) ||
    new RegExp(`\\b(?:${names})\\s*\\(\\s*[{"'a-z]`, 'u').test(text)
  )
}

function draftFrom(conversation: Conversation, text: string, before: Usage = noUsage): Draft {
  const { usage } = conversation
  return {
    text: withoutInstructions(text.replaceAll(CARD, '')),
    card: readCard(text),
    usage: subtract(usage, before),
    repair: (figures) => repair(conversation, figures),
  }
}

/** Gives the model one more turn. The returned usage covers that turn only. */
async function repair(conversation: Conversation, figures: readonly string[]): Promise<Draft> {
  const before = conversation.usage
  const prompt = `The results do not support these figures: ${figures.join('; ')}. Write the whole answer again, with each figure as a placeholder for a result value, or without it. Call no tools.`
  try {
    const reply = await conversation.send([{ kind: 'message', role: 'user', text: prompt }], false)
    if (reply.text.trim() === '' || isToolCallText(reply.text)) throw new EngineFailure('unreadable', noUsage)
    return { ...draftFrom(conversation, reply.text, before), repair: null }
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error
    throw new EngineFailure(error.reason, subtract(conversation.usage, before), error)
  }
}

function readCard(text: string): CardChoice | null {
  const chosen = [...text.matchAll(CARD)].at(-1)?.[1]
  return chosen === undefined ? null : { kind: 'call', call: chosen.toLowerCase() }
}

const subtract = (a: Usage, b: Usage): Usage => ({
  modelTurns: a.modelTurns - b.modelTurns,
  inputTokens: a.inputTokens - b.inputTokens,
  outputTokens: a.outputTokens - b.outputTokens,
})
