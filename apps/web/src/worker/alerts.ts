/** A notification, and the page of the app that it opens. */
export interface Alert {
  readonly title: string
  readonly body: string
  readonly path: string
  /** A later notification with the same tag replaces this one; null for none. */
  readonly tag: string | null
}

const HOME_PATH = '/dashboard'

/** Browsers require a notification for every push message, even for one that cannot be read. */
const generic: Alert = {
  title: 'Callwright alert',
  body: 'Open Callwright to see what changed.',
  path: HOME_PATH,
  tag: null,
}

/** Reads a push message. Parts that are missing or malformed get a generic text, and links to other sites are dropped. */
export function readAlert(text: string | null): Alert {
  const { title, body, url, tag } = parseRecord(text)
  if (!isText(title) || !isText(body)) return generic
  return { title, body, path: isOwnPath(url) ? url : HOME_PATH, tag: isText(tag) ? tag : null }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** Two slashes, or a slash and a backslash, would begin the name of another server. */
const isOwnPath = (value: unknown): value is string => isText(value) && /^\/(?![/\\])/.test(value)

function parseRecord(text: string | null): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text ?? 'null'))
  } catch {
    return {}
  }
}

/** Whether a notification may open in this tab. The reference and the operator's pages are not part of the app. */
export const isAlertTarget = ({ url }: { readonly url: string }): boolean => !new URL(url).pathname.startsWith('/api/')
