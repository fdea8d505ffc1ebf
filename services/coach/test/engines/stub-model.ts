import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type ScriptedReply =
  | { readonly call: string; readonly args: unknown }
  | { readonly calls: readonly { readonly name: string; readonly args: unknown }[] }
  | { readonly say: string }
  | { readonly refuse: string }
  | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  | ((response: ServerResponse) => void)

export interface SeenRequest {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: Readonly<Record<string, unknown>>
}

export type StubModel = Awaited<ReturnType<typeof startStubModel>>

/** Starts a server for both APIs. It sends the scripted replies in order and then repeats the last one. */
export async function startStubModel() {
  let script: ScriptedReply[] = []
  const models: { id: string }[] = []
  const requests: SeenRequest[] = []
  const left: Promise<number>[] = []

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const closed = Promise.withResolvers<number>()
    left.push(closed.promise)
    response.once('close', () => closed.resolve(performance.now()))
    const path = request.url ?? ''
    if (request.method === 'GET') return send(response, 200, JSON.stringify({ object: 'list', data: models }))
    requests.push({ path, authorization: request.headers.authorization, body: JSON.parse(await text(request)) })
    const next = script.length > 1 ? script.shift() : script[0]
    if (typeof next === 'function') return next(response)
    if (next === undefined) return send(response, 500, '{}')
    if ('status' in next)
      return send(response, next.status, next.body ?? '{"error":{"message":"scripted"}}', next.headers)
    const body = path.endsWith('/responses') ? toResponse(next) : toCompletion(next)
    send(response, 200, JSON.stringify(body))
  }

  const server = createServer((request, response) => {
    reply(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests: requests as readonly SeenRequest[],
    /** For each request, the time when its connection closed. */
    left: left as readonly Promise<number>[],
    list(...names: readonly string[]): void {
      models.splice(0, models.length, ...names.map((id) => ({ id })))
    },
    play(...replies: readonly ScriptedReply[]): void {
      script = [...replies]
      requests.length = 0
      left.length = 0
    },
    async stop(): Promise<void> {
      const stopped = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await stopped
    },
  }
}

function send(response: ServerResponse, status: number, body: string, headers: Readonly<Record<string, string>> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

type Plain = Exclude<ScriptedReply, { readonly status: number } | ((response: ServerResponse) => void)>

const listCalls = (reply: Plain) =>
  'call' in reply ? [{ name: reply.call, args: reply.args }] : 'calls' in reply ? reply.calls : []
const write = (args: unknown) => (typeof args === 'string' ? args : JSON.stringify(args))

function toResponse(reply: Plain) {
  const calls = listCalls(reply).map(({ name, args }, index) => ({
    type: 'function_call',
    call_id: `c${index}`,
    name,
    arguments: write(args),
  }))
  const said = 'say' in reply ? [{ type: 'output_text', text: reply.say, annotations: [] }] : []
  const refused = 'refuse' in reply ? [{ type: 'refusal', refusal: reply.refuse }] : []
  const content = [...said, ...refused]
  return {
    object: 'response',
    status: 'completed',
    output: [...calls, ...(content.length > 0 ? [{ type: 'message', role: 'assistant', content }] : [])],
    usage: { input_tokens: 100, output_tokens: 10 },
  }
}

function toCompletion(reply: Plain) {
  const calls = listCalls(reply).map(({ name, args }, index) => ({
    id: `c${index}`,
    type: 'function',
    function: { name, arguments: write(args) },
  }))
  return {
    object: 'chat.completion',
    choices: [
      {
        message: {
          role: 'assistant',
          content: 'say' in reply ? reply.say : null,
          ...('refuse' in reply ? { refusal: reply.refuse } : {}),
          ...(calls.length > 0 ? { tool_calls: calls } : {}),
        },
      },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 10 },
  }
}
