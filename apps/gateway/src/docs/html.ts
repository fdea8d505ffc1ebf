import type { OpenApiOperation } from '@callwright/contracts/openapi'

/** Trusted HTML, inserted without escaping. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | readonly Part[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function write(part: Part): string {
  if (part === null) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(write).join('')
  return String(part).replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** Builds HTML from a template. Escapes values unless they are `Html`; omits null. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(texts.map((text, index) => text + write(parts[index] ?? null)).join(''))
}

/** The subset of JSON Schema that the contracts use. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly [rule: string]: unknown
}

const MAX_CHOICES = 8
export const nameOfReference = (reference: string): string => reference.split('/').at(-1) ?? reference

const linkTo = (reference: string): Html => {
  const name = nameOfReference(reference)
  return html`<a href="#schema-${name}">${name}</a>`
}

const separated = (parts: readonly Html[], separator: string): Html =>
  html`${parts.map((part, index) => (index === 0 ? part : html`${separator}${part}`))}`

/** Describes a value's type in one line. A table below shows the fields of unnamed objects. */
export function describeType(schema: Schema): Html {
  if (schema.$ref !== undefined) return linkTo(schema.$ref)
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum !== undefined) return describeChoices(schema.enum)
  if (schema.anyOf !== undefined) return separated(schema.anyOf.map(describeType), ' or ')
  if (schema.allOf !== undefined) return separated(schema.allOf.map(describeType), ' and ')
  if (schema.type === 'array') return html`list of ${describeType(schema.items ?? {})}`
  if (schema.patternProperties !== undefined) {
    return html`values by name, each ${separated(Object.values(schema.patternProperties).map(describeType), ' or ')}`
  }
  return html`${schema.type ?? 'anything'}`
}

function describeChoices(choices: readonly unknown[]): Html {
  const shown = choices.map((choice) => html`<code>${String(choice)}</code>`)
  if (shown.length <= MAX_CHOICES) return separated(shown, ' | ')
  return html`<details class="choices"><summary>one of ${shown.length}</summary>${separated(shown, ' | ')}</details>`
}

const countWords = [
  ['minLength', 'maxLength', 'characters'],
  ['minItems', 'maxItems', 'entries'],
] as const
const limitWords = [
  ['minimum', '≥'],
  ['exclusiveMinimum', '>'],
  ['maximum', '≤'],
  ['exclusiveMaximum', '<'],
] as const

/** `1 to 64 characters`, `≥ 0, ≤ 1`. */
function describeRules(schema: Schema): string {
  const read = (rule: string) => (typeof schema[rule] === 'number' ? schema[rule].toLocaleString('en-US') : null)
  const counts = countWords.flatMap(([least, most, unit]) => {
    const [from, to] = [read(least), read(most)]
    if (from === null && to === null) return []
    if (to === null) return [`at least ${from} ${unit}`]
    return [from === null ? `at most ${to} ${unit}` : `${from} to ${to} ${unit}`]
  })
  const limits = limitWords.flatMap(([rule, sign]) => (read(rule) === null ? [] : [`${sign} ${read(rule)}`]))
  return [...counts, ...limits].join(', ')
}

export function renderField(
  name: string,
  schema: Schema,
  options: { readonly required: boolean; readonly note?: string },
): Html {
  const bounds = describeRules(schema)
  const pattern = typeof schema.pattern === 'string' ? html`<code class="pattern">${schema.pattern}</code>` : null
  const words = [schema.description, options.note].filter((text) => text !== undefined)
  return html`<tr>
<th scope="row"><code>${name}</code>${options.required ? null : html` <span class="optional">optional</span>`}</th>
<td>${describeType(schema)}${bounds === '' ? null : html` <span class="bounds">${bounds}</span>`}${pattern}</td>
<td>${words.join(' ')}${renderInner(schema)}</td></tr>`
}

/** Renders the fields of unnamed objects, however deeply lists and alternatives are nested. */
function renderInner(schema: Schema): Html | null {
  const inner = findUnnamedObjects(schema)
  return inner.length === 0 ? null : html`${inner.map(renderFields)}`
}

function findUnnamedObjects(schema: Schema): Schema[] {
  if (schema.$ref !== undefined) return []
  if (schema.properties !== undefined) return [schema]
  const parts = [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...Object.values(schema.patternProperties ?? {})]
  return [...parts, ...(schema.items === undefined ? [] : [schema.items])].flatMap(findUnnamedObjects)
}

function renderFields({ properties = {}, required = [] }: Schema): Html {
  const rows = Object.entries(properties).map(([name, property]) =>
    renderField(name, property, { required: required.includes(name) }),
  )
  return html`<div class="scroll"><table class="fields"><tbody>${rows}</tbody></table></div>`
}

/** Renders a full schema: its type as text, and a table of any fields. */
export function renderSchema(schema: Schema): Html {
  const objects = findUnnamedObjects(schema)
  const isPlainObject = schema.properties !== undefined
  const bounds = describeRules(schema)
  const pattern = typeof schema.pattern === 'string' ? html` <code class="pattern">${schema.pattern}</code>` : null
  return html`${schema.description === undefined ? null : html`<p>${schema.description}</p>`}${
    isPlainObject
      ? null
      : html`<p class="type">${describeType(schema)} <span class="bounds">${bounds}</span>${pattern}</p>`
  }${objects.map(renderFields)}`
}

/** The page's script replaces this with the page's origin. Unreplaced, it works as a shell variable. */
const HOST = '$HOST'

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
