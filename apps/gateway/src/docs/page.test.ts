import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildOpenApi, listOperations } from '@callwright/contracts/openapi'
import { describe, expect, test } from '@jest/globals'
import { html, renderSchema, writeCurl } from './html.ts'
import { renderPage } from './page.ts'

const style = readFileSync(join(import.meta.dirname, 'page.css'), 'utf8')
const document = buildOpenApi()
const page = renderPage(document, style)
const idsOf = (text: string) => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)

describe('the page', () => {
  test('shows every endpoint once, with its path and summary', () => {
    const ids = idsOf(page)
    for (const { path, operation } of listOperations(document)) {
      expect(ids.filter((id) => id === operation.operationId.replaceAll('.', '-'))).toHaveLength(1)
      expect(page).toContain(`<code class="path">${path}</code>`)
      expect(page).toContain(html`<span class="what">${operation.summary}</span>`.text)
    }
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('has no broken internal links', () => {
    const ids = idsOf(page)
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(targets.filter((id) => !ids.includes(id))).toEqual([])
    expect(targets.length).toBeGreaterThan(100)
  })

  test('contains nothing that its content security policy blocks: inline scripts, event handlers or other origins', () => {
    expect([...page.matchAll(/<script(?! src="\/)/g)]).toEqual([])
    expect(page).not.toMatch(/ on[a-z]+="/)
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
    expect(style).not.toMatch(/url\(|@import/)
  })

  test('uses the colors of the web app', () => {
    const theme = readFileSync(join(import.meta.dirname, '../../../web/src/shared/theme/tokens.css'), 'utf8')
    const colors = [...style.matchAll(/(--[\w-]+): light-dark\((#\w+), (#\w+)\)/g)]
    expect(colors.length).toBeGreaterThan(10)
    for (const [, name, light, dark] of colors) {
      const values = [...theme.matchAll(new RegExp(`^  ${name}: (#\\w+);`, 'gm'))].map(([, value]) => value)
      expect([name, ...values.slice(0, 2)]).toEqual([name, light, dark])
    }
  })

  test('expands the named schemas that requests and responses use', () => {
    const add = page.slice(page.indexOf('id="portfolio-add"'), page.indexOf('id="portfolio-update"'))
    expect(add).toContain('<a href="#schema-NewPosition">NewPosition</a>')
    expect(add).toContain('<code>entry_premium</code>')
    expect(add).toContain('A different position with this id already exists.')
  })

  test('shows event streams and the data of their events', () => {
    const chat = page.slice(page.indexOf('id="coach-chat"'), page.indexOf('id="coach-status"'))
    expect(chat).toContain('<code>text/event-stream</code>')
    expect(chat).toContain('href="#schema-ChatToolStartEvent"')
  })
})

describe('page content', () => {
  test('escapes text', () => {
    expect(html`<p title="${'"x"'}">${'<b>&'}${null}${[1, html`<i>2</i>`]}</p>`.text).toBe(
      '<p title="&quot;x&quot;">&lt;b&gt;&amp;1<i>2</i></p>',
    )
  })

  test('describes a schema as text', () => {
    const { text } = renderSchema({
      type: 'object',
      required: ['size'],
      properties: {
        size: { type: 'integer', minimum: 1, maximum: 5_000 },
        mode: { enum: ['a', 'b'] },
        name: { type: 'string', minLength: 1, maxLength: 64 },
        rows: { type: 'array', items: { anyOf: [{ $ref: '#/components/schemas/Bar' }, { type: 'null' }] } },
        inner: { type: 'object', properties: { deep: { const: 'x' } } },
      },
    })
    expect(text).toContain('≥ 1, ≤ 5,000')
    expect(text).toContain('1 to 64 characters')
    expect(text).toContain('<code>a</code> | <code>b</code>')
    expect(text).toContain('list of <a href="#schema-Bar">Bar</a> or null')
    expect(text).toContain('<code>&quot;x&quot;</code>')
    expect(text.split('>optional<').length - 1).toBe(5)
  })
})

describe('the curl command', () => {
  const commandOf = (id: string) => {
    const found = listOperations(document).find(({ operation }) => operation.operationId === id)
    if (found === undefined) throw new Error(`${id} is not in the document`)
    return writeCurl(found.method, found.path, found.operation)
  }

  test('contains no token for a public endpoint, and quotes the body', () => {
    expect(commandOf('auth.login').split(' \\\n  ')).toEqual([
      'curl -X POST "$HOST/api/auth/login"',
      "-H 'Content-Type: application/json'",
      `-d '{"username":"alice","password":"correct horse battery"}'`,
    ])
  })

  test('fills path and query from the examples', () => {
    expect(commandOf('stocks.indicators').split(' \\\n  ')).toEqual([
      'curl "$HOST/api/stocks/indicators/AAPL?indicator=rsi&window=14"',
      '-H "Authorization: Bearer $TOKEN"',
    ])
  })

  test('disables buffering for event streams and requests a plain response from the coach', () => {
    expect(commandOf('screener.enrichmentEvents')).toMatch(/^curl -N /)
    expect(commandOf('coach.chat')).toContain("-H 'Accept: application/json'")
  })

  test('fills every path parameter', () => {
    const open = listOperations(document).filter(({ method, path, operation }) =>
      /[{}]|undefined/.test(writeCurl(method, path, operation).split(' \\\n')[0] ?? ''),
    )
    expect(open.map(({ path }) => path)).toEqual([])
  })
})
