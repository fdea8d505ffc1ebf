import { describe, expect, test } from '@jest/globals'
import { parseMultipart } from './body-parsers.ts'

async function encode(form: FormData): Promise<[Buffer, string]> {
  const response = new Response(form)
  return [Buffer.from(await response.arrayBuffer()), response.headers.get('content-type') ?? '']
}

describe('parseMultipart', () => {
  test('reads text fields as they are', async () => {
    const form = new FormData()
    form.append('username', 'ada')
    form.append('password', ' Pa\u00df & = "x" \u{1F511} ')
    expect(await parseMultipart(...(await encode(form)))).toEqual({
      username: 'ada',
      password: ' Pa\u00df & = "x" \u{1F511} ',
    })
  })

  test('keeps every value of a repeated field, for the schema to refuse', async () => {
    const form = new FormData()
    for (const name of ['a', 'b', 'c']) form.append('username', name)
    expect(await parseMultipart(...(await encode(form)))).toEqual({ username: ['a', 'b', 'c'] })
  })

  test('a field named __proto__ is a field', async () => {
    const form = new FormData()
    form.append('__proto__', 'x')
    const body = await parseMultipart(...(await encode(form)))
    expect(Object.keys(body)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype)
  })

  test('files are refused', async () => {
    const form = new FormData()
    form.append('username', new Blob(['ada']), 'ada.txt')
    await expect(parseMultipart(...(await encode(form)))).rejects.toMatchObject({ status: 400, code: 'files_refused' })
  })

  test.each([
    ['multipart/form-data', '--x\r\n'],
    ['multipart/form-data; boundary=x', 'junk'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\ncut'],
    ['multipart/form-data; boundary=x', ''],
  ])('a form that cannot be read is a 400: %s with %j', async (contentType, body) => {
    const reading = parseMultipart(Buffer.from(body), contentType)
    await expect(reading).rejects.toMatchObject({ status: 400, code: 'unreadable_form' })
  })
})
