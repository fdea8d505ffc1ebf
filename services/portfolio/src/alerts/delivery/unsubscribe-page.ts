const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

/** The page behind the unsubscribe link of an email. It needs no script and no sign-in. */
export function writeUnsubscribePage({ target, isOn }: { readonly target: string | null; readonly isOn: boolean }) {
  const name = escapeHtml(target ?? 'this channel')
  const content = isOn
    ? `<h1>Stop alerts?</h1><p>Alerts are sent to ${name}.</p>
<form method="post"><button type="submit">Stop alerts to ${name}</button></form>`
    : `<h1>Alerts are off</h1><p>No more alerts are sent to ${name}. You can switch them on again on the Alerts page.</p>
<p><a href="/alerts">Open Alerts</a></p>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; form-action 'self'">
<title>Callwright alerts</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem}
button{font:inherit;padding:.6rem 1rem;min-height:2.75rem}</style></head>
<body><main>${content}</main></body></html>
`
}
