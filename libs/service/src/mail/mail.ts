/** The content of an email, which is written as plain text and as HTML. */
export interface MailContent {
  readonly sections: readonly MailSection[]
  /** Small print: why the reader gets this email. */
  readonly footer: readonly string[]
}

export interface MailSection {
  readonly heading: string | null
  readonly paragraphs: readonly string[]
  readonly link: MailLink | null
}

interface MailLink {
  readonly label: string
  readonly url: string
}

export function writeText({ sections, footer }: MailContent, unsubscribeUrl: string | null): string {
  const parts = sections.flatMap(({ heading, paragraphs, link }) => [
    ...(heading === null ? [] : [heading]),
    ...paragraphs,
    ...(link === null ? [] : [`${link.label}: ${link.url}`]),
  ])
  const small = [...footer, ...(unsubscribeUrl === null ? [] : [`Unsubscribe: ${unsubscribeUrl}`])]
  return [...parts, ...(small.length === 0 ? [] : ['-- ', small.join('\n')])].join('\n\n')
}

/** Writes HTML without images, scripts and external styles, which mail programs block or use for tracking. */
export function writeHtml({ sections, footer }: MailContent, unsubscribeUrl: string | null): string {
  const body = sections.map(writeSection).join('')
  const unsubscribe =
    unsubscribeUrl === null ? '' : `<p>${writeLink({ label: 'Unsubscribe', url: unsubscribeUrl })}</p>`
  const small = `${footer.map(writeParagraph).join('')}${unsubscribe}`
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>',
    '<body style="font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;max-width:36em">',
    body,
    small === '' ? '' : `<hr><div style="font-size:13px">${small}</div>`,
    '</body></html>',
  ].join('')
}

function writeSection({ heading, paragraphs, link }: MailSection): string {
  const title = heading === null ? '' : `<h2 style="font-size:18px;margin:24px 0 8px">${escapeHtml(heading)}</h2>`
  return `${title}${paragraphs.map(writeParagraph).join('')}${link === null ? '' : `<p>${writeLink(link)}</p>`}`
}

const writeParagraph = (text: string): string => `<p style="margin:8px 0">${escapeHtml(text)}</p>`
const writeLink = ({ label, url }: MailLink): string => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
