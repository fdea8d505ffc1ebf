import type { Plugin, Rolldown } from 'vite'
import { buildLink, linkFonts } from './documents.ts'

/** Chunk for the start script and everything that it imports, so that it does not wait for other files. */
const START = 'src/start.ts'
const MAIN = 'src/main.tsx'
/** Modules that every signed-in page loads, in addition to the start script. */
const FRAME = [MAIN, 'src/app/app-layout.tsx']
/** The module that exports the component library. */
const KIT = 'src/shared/ui/kit.ts'
/** Folders of the pages that may be the first to load, by the first segment of their URL's path. */
const PAGES = {
  dashboard: 'dashboard',
  screening: 'screener',
  analysis: 'analysis',
  portfolio: 'portfolio',
  'ai-coach': 'coach',
  settings: 'settings',
}
/** Pages whose files the document lists. The alerts share too much with parts that load later for a chunk of their own. */
const LISTED = { ...PAGES, alerts: 'alerts' }
const toSource = (page: string) => `src/features/${page}/${page}-page.tsx`

/**
 * All calculations are exported from one file, so the imports do not show which page needs which. Every page needs the
 * rating and the limits of the indicators.
 */
const CALCULATIONS = '/libs/scoring/'
const RATING = [
  '../../libs/scoring/src/rating/weights.ts',
  '../../libs/scoring/src/rating/rating-table.ts',
  '../../libs/scoring/src/indicators/limits.ts',
]

/** Libraries, or parts of them, that load only with a dialog or a form. All others load with the frame. */
const LATER = [
  /\/(?:@simplewebauthn|eventsource-parser|highcharts|highcharts-react-official|papaparse|react-hook-form|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|react-transition-group|use-callback-ref|use-sidecar|workbox-core|workbox-window)\//,
  /\/@mantine\/core\/.*\/(?:Checkbox(?!\/CheckIcon)|Drawer|Highlight|Mark|Modal|ModalBase|NativeSelect|Notification|NumberInput|Pagination|PasswordInput|Radio(?!\/RadioIcon)|ScrollArea|SimpleGrid|Slider|Textarea|Title)\//,
  /\/@mantine\/core\/styles\//,
  /\/@mantine\/hooks\/.*\/(?:use-debounced-callback|use-drag|use-hotkeys|use-move)\//,
  /\/@mantine\/spotlight\//,
  /\/@mantine\/notifications\/.*\/(?:Notifications|NotificationContainer|get-grouped-notifications|get-notification-state-styles)/,
]

/** All icons are exported from one file, so the imports do not show which module needs which, but its code does. */
const ICON = /\/@tabler\/icons-react\/.*\/icons\/(Icon\w+)\.mjs$/
const ICON_USE = /\bIcon[A-Z]\w*/g

/** Libraries in the vendor chunk, which changes only when their versions do. */
const VENDOR =
  /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|cookie|set-cookie-parser|@reduxjs|redux|redux-thunk|react-redux|immer|reselect|use-sync-external-store|@standard-schema)\//

/**
 * Loads the first page in a few parallel requests: browsers send at most six at a time.
 * - There are five chunks: one for the start script, two with libraries, one for the frame around all pages, and one for
 *   the page. An icon that only one page uses is in that page's chunk. Pages with calculations, or with modules that those pages share, load one or two more. Modules that only a
 *   dialog needs load with the dialog.
 * - The document links the start script, and lists the files that it imports and for each page the additional files that
 *   it needs. Once the skeleton is on screen, `public/first-paint.js` requests the former and those for the current page.
 */
export function splitFirstPage(): Plugin {
  let root = ''
  let own: ReadonlyMap<string, string> | null = null
  let icons: ReadonlyMap<string, ReadonlySet<string | null>> | null = null
  const nameOwn = (context: Rolldown.ChunkingContext) => {
    const toId = (path: string) => new URL(path, `file://${root}/`).pathname
    const list = (...paths: readonly string[]) => listOwnImports(paths.map(toId), context)
    const users = new Map<string, Set<string>>()
    for (const page of Object.values(PAGES)) {
      for (const id of list(toSource(page))) users.set(id, (users.get(id) ?? new Set()).add(page))
    }
    const names = new Map<string, string>()
    for (const [id, pages] of users) {
      const name = nameFor(id, pages)
      if (name !== null) names.set(id, name)
    }
    for (const id of list(...FRAME)) if (!id.includes(CALCULATIONS)) names.set(id, 'frame')
    for (const id of list(...RATING)) names.set(id, 'frame')
    for (const id of list(START)) names.set(id, 'start')
    for (const id of list(KIT)) names.set(id, 'kit')
    return names
  }
  const name: Rolldown.CodeSplittingNameFunction = (id, context) => {
    own ??= nameOwn(context)
    if (!isLibrary(id)) return own.get(id)
    const icon = ICON.exec(id)?.[1]
    if (icon !== undefined) {
      icons ??= findIconUsers(`${root}/${START}`, context, own)
      const [user, ...others] = icons.get(icon) ?? []
      return user === undefined || others.length > 0 ? 'kit' : user
    }
    if (LATER.some((library) => library.test(id))) return null
    return VENDOR.test(id) ? 'vendor' : 'kit'
  }
  return {
    name: 'first-page',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { includeDependenciesRecursively: false, groups: [{ debugName: 'first page', name }] },
          },
        },
      },
    }),
    configResolved(config) {
      root = config.root
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        const listFor = (path: string) => {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(`${root}/${path}`))
          if (chunk === undefined) throw new Error(`The build has no chunk for ${path}`)
          return withImports(chunk, chunks)
        }
        const needed = listFor(MAIN)
        const styles = needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
        const isUnlinked = ({ fileName }: Rolldown.OutputChunk) => !html.includes(fileName)
        const pages = Object.entries(LISTED).map(([address, page]) => {
          const added = listFor(toSource(page)).filter((chunk) => !needed.includes(chunk))
          return listFiles(address, added.filter(isUnlinked))
        })
        return [
          listFiles('', needed.filter(isUnlinked)),
          ...pages,
          ...linkFonts(bundle),
          // Preloaded rather than linked, so that the skeleton in the document does not wait for them. The first page
          // waits, because it imports them.
          ...styles.map((fileName) => buildLink(fileName, { rel: 'preload', as: 'style' })),
        ]
      },
    },
  }
}

/**
 * Chooses the chunk of a module by the pages that need it. A module that the screener shares goes into the frame. A
 * module that only the settings and one other page share gets a chunk of its own, so that neither loads the other.
 */
function nameFor(id: string, pages: ReadonlySet<string>): string | null {
  const isOfSettings = pages.has('settings')
  const count = pages.size - Number(isOfSettings)
  if (id.includes(CALCULATIONS)) return 'calculations'
  if (pages.has('screener') && count > 1) return 'frame'
  if (isOfSettings) return null
  if (count === 1) return [...pages].join()
  return pages.has('dashboard') || pages.has('coach') ? 'overview' : 'calculations'
}

const listFiles = (address: string, chunks: readonly Rolldown.OutputChunk[]) => ({
  tag: 'meta',
  attrs: { name: `page:${address}`, content: chunks.map(({ fileName }) => `/${fileName}`).join(' ') },
  injectTo: 'head-prepend' as const,
})

const isLibrary = (id: string) => id.includes('/node_modules/')

/** Lists these modules and everything they import statically, except libraries. */
function listOwnImports(roots: readonly string[], context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set(roots)
  for (const id of found) {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) if (!isLibrary(imported)) found.add(imported)
  }
  return found
}

/** Chunks that use each icon; null means every chunk that loads later. */
function findIconUsers(start: string, context: Rolldown.ChunkingContext, own: ReadonlyMap<string, string>) {
  const users = new Map<string, Set<string | null>>()
  const found = new Set([start])
  for (const id of found) {
    const { importedIds = [], dynamicallyImportedIds = [], code = null } = context.getModuleInfo(id) ?? {}
    for (const next of [...importedIds, ...dynamicallyImportedIds]) if (!isLibrary(next)) found.add(next)
    for (const [icon] of code?.matchAll(ICON_USE) ?? []) {
      users.set(icon, (users.get(icon) ?? new Set()).add(own.get(id) ?? null))
    }
  }
  return users
}

function withImports(first: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const found = new Set([first])
  for (const { imports } of found) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk)
  }
  return [...found]
}
