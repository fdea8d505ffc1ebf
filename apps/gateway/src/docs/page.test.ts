import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildOpenApi, listOperations } from '@callwright/contracts/openapi'
import { describe, expect, test } from '@jest/globals'
import { writeCurl } from './curl.ts'
import { html } from './html.ts'
import { renderPage } from './page.ts'
import { renderSchema } from './schema-view.ts'

const style = readFileSync(join(import.meta.dirname, 'page.css'), 'utf8')
const document = buildOpenApi()
const page = renderPage(document, style)
const idsOf = (text: string) => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)

describe('the page', () => {
  test('shows every endpoint of the document once, with its path and its sentence', () => {
    const ids = idsOf(page)
    for (const { path, operation } of listOperations(document)) {
      expect(ids.filter((id) => id === operation.operationId.replaceAll('.', '-'))).toHaveLength(1)
      expect(page).toContain(`<code class="path">${path}</code>`)
      expect(page).toContain(html`<span class="what">${operation.summary}</span>`.text)
    }
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('leads nowhere that is not on it', () => {
    const ids = idsOf(page)
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(targets.filter((id) => !ids.includes(id))).toEqual([])
    expect(targets.length).toBeGreaterThan(100)
  })

  test('holds nothing its content policy refuses: no script within, no handler, nothing of another origin', () => {
    expect([...page.matchAll(/<script(?! src="\/)/g)]).toEqual([])
    expect(page).not.toMatch(/ on[a-z]+="/)
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
    expect(style).not.toMatch(/url\(|@import/)
  })

  test('wears the colours of the product', () => {
    const theme = readFileSync(join(import.meta.dirname, '../../../web/src/shared/theme/tokens.css'), 'utf8')
    const colours = [...style.matchAll(/(--[\w]+(?:-[\w]+)?): light-dark\((#\w+), (#\w+)\)/g)]
    expect(colours.length).toBeGreaterThan(10)
    for (const [, name, light, dark] of colours) {
      const values = [...theme.matchAll(new RegExp(`^  ${name}: (#\\w+);`, 'gm'))].map(([, value]) => value)
      expect([name, ...values.slice(0, 2)]).toEqual([name, light, dark])
    }
  })

  test('opens what is asked and answered under a name', () => {
    const add = page.slice(page.indexOf('id="portfolio-add"'), page.indexOf('id="portfolio-update"'))
    expect(add).toContain('<a href="#schema-NewPosition">NewPosition</a>')
    expect(add).toContain('<code>entry_premium</code>')
    expect(add).toContain('A different position with this id already exists.')
  })

  test('tells where an event stream is one, and what its events carry', () => {
    const chat = page.slice(page.indexOf('id="coach-chat"'), page.indexOf('id="coach-status"'))
    expect(chat).toContain('<code>text/event-stream</code>')
    expect(chat).toContain('href="#schema-ChatToolStartEvent"')
  })
})

describe('what is put into a page', () => {
  test('is text, whatever it holds', () => {
    expect(html`<p title="${'"x"'}">${'<b>&'}${null}${[1, html`<i>2</i>`]}</p>`.text).toBe(
      '<p title="&quot;x&quot;">&lt;b&gt;&amp;1<i>2</i></p>',
    )
  })

  test('is said of a schema in words', () => {
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

describe('the command for a shell', () => {
  const commandOf = (id: string) => {
    const found = listOperations(document).find(({ operation }) => operation.operationId === id)
    if (found === undefined) throw new Error(`${id} is not in the document`)
    return writeCurl(found.method, found.path, found.operation)
  }

  test('of a public endpoint carries no token, its body is quoted', () => {
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

  test('asks an event stream not to wait, and the coach for the plain answer', () => {
    expect(commandOf('screener.enrichmentEvents')).toMatch(/^curl -N /)
    expect(commandOf('coach.chat')).toContain("-H 'Accept: application/json'")
  })

  test('leaves no place of a path open', () => {
    const open = listOperations(document).filter(({ method, path, operation }) =>
      /[{}]|undefined/.test(writeCurl(method, path, operation).split(' \\\n')[0] ?? ''),
    )
    expect(open.map(({ path }) => path)).toEqual([])
  })
})
