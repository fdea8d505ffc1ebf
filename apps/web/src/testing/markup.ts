/**
 * Texts with markup: every opening is combined with every body. An opening closes the attribute, element or comment that
 * the text may be inserted into, so an unescaped body would be parsed as markup (S19).
 */
export const openings = ['', '">', "'>", '</title></textarea>', '--><!-- -->']
export const bodies = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<iframe src=javascript:alert(1)></iframe>',
  '<a href="javascript:alert(1)">go</a>',
  '<style>*{background:url(//evil.example)}</style>',
  '<base href=//evil.example>',
  '<form action=//evil.example><button>go</button></form>',
  '<object data=//evil.example></object>',
  '<math href=javascript:alert(1)>go</math>',
  '<details open ontoggle=alert(1)>',
  '![go](javascript:alert(1)) [go](//evil.example)',
]
export const payloads = openings.flatMap((opening) => bodies.map((body) => opening + body))

/**
 * Lists the elements and attributes that such a text has added to the document. It refers to nothing outside itself,
 * because it also runs in a browser.
 */
export function listForeign(): string[] {
  const isForeign = (element: Element) =>
    element.matches('script:not([src]), iframe, object, embed, base, math, body form[action]') ||
    (element.matches('style') && (element.textContent ?? '').includes('evil.example')) ||
    [...element.attributes].some(
      ({ name, value }) =>
        /^on/i.test(name) || (/^(?:href|src|action|data)$/.test(name) && /evil\.example|^\s*javascript:/i.test(value)),
    )
  return [...document.querySelectorAll('*')].filter(isForeign).map(({ outerHTML }) => outerHTML)
}
