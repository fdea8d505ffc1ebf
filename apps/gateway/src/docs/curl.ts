import type { OpenApiOperation } from '@callwright/contracts/openapi'

/** The page's script replaces this with the page's origin. Unreplaced, it works as a shell variable. */
export const HOST = '$HOST'

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

export function writeCurl(method: string, path: string, operation: OpenApiOperation): string {
  const parameters = operation.parameters ?? []
  const address = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))), path)
  const query = new URLSearchParams(
    parameters.flatMap(({ name, in: place, example }): [string, string][] =>
      place === 'query' && example !== undefined ? [[name, String(example)]] : [],
    ),
  ).toString()
  const body = operation.requestBody?.content['application/json']?.example
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1]
  const types = success !== undefined && 'content' in success ? Object.keys(success.content ?? {}) : []
  const lines = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`}${types[0] === 'text/event-stream' ? ' -N' : ''} "${HOST}${address}${query === '' ? '' : `?${query}`}"`,
    ...(operation.security.length === 0 ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(types.includes('application/json') && types.length > 1 ? ["-H 'Accept: application/json'"] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body))}`]),
  ]
  return lines.join(' \\\n  ')
}
