import { Compile } from 'typebox/compile'
import { createTools, toolSpecs } from '../../src/tools/tool-specs.ts'
import type { ToolArgs, ToolContext, ToolName, ToolResult } from '../../src/turn/types.ts'
import { createInventedClient } from './client.ts'
import { NOW } from './stocks.ts'

const checks = new Map(toolSpecs.map(({ name, result }) => [name, Compile(result)]))

export const buildContext = (changes: Partial<ToolContext> = {}): ToolContext => ({
  user: { userId: 'user-1', sessionId: 'session-1', isDemo: false },
  asOf: NOW,
  signal: new AbortController().signal,
  requestId: 'request-1',
  page: null,
  ...changes,
})

/** Throws if a successful result does not match the tool's schema. */
export async function askTool(
  name: ToolName,
  args: ToolArgs,
  {
    context = {},
    client = createInventedClient(),
  }: { context?: Partial<ToolContext>; client?: ReturnType<typeof createInventedClient> } = {},
): Promise<ToolResult> {
  const tool = createTools(client)[name]
  if (tool === undefined) throw new Error(`there is no tool ${name}`)
  const result = await tool(args, buildContext(context))
  const check = checks.get(name)
  if (!('error' in result) && check?.Check(result) !== true) {
    throw new Error(
      `${name} does not match its schema: ${JSON.stringify([...(check?.Errors(result) ?? [])].slice(0, 3))}`,
    )
  }
  return result
}
