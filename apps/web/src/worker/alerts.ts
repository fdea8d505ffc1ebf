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

interface Tab {
  readonly url: string
  readonly focus: () => Promise<unknown>
  readonly navigate: (url: string) => Promise<unknown>
}

interface Tabs {
  readonly matchAll: (options: {
    readonly type: 'window'
    readonly includeUncontrolled: true
  }) => Promise<readonly Tab[]>
  readonly openWindow: (url: string) => Promise<unknown>
}

/** Shows a page of the app in an open tab, or else in a new one. */
export async function openAlert(href: string, tabs: Tabs): Promise<void> {
  // The most recently used tab comes first.
  const open = await tabs.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = open.find(({ url }) => url === href) ?? open.find(isOfApp)
  if (tab === undefined) {
    await tabs.openWindow(href)
    return
  }
  await tab.focus()
  // The browser refuses to navigate a tab that the worker does not control.
  if (tab.url !== href) await tab.navigate(href).catch(() => tabs.openWindow(href))
}

/** The API reference is not part of the app. */
const isOfApp = ({ url }: Tab): boolean => !new URL(url).pathname.startsWith('/api/')
