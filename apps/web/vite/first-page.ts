import type { Plugin, Rolldown } from 'vite'
import { buildLink, linkFonts } from './documents.ts'

const START = 'src/start.ts'
const PAGE = 'src/main.tsx'
/** What every signed-in page is made of, besides the start script. */
const FRAME = [PAGE, 'src/app/app-layout.tsx']
/** Stands for the library of parts. */
const KIT = 'src/shared/ui/kit.ts'
/** The pages that may be the first, by the names of their chunks; analysis and portfolio calculate. */
const CONTENT = {
  screener: 'src/features/screener/screener-page.tsx',
  analysis: 'src/features/analysis/analysis-page.tsx',
  portfolio: 'src/features/portfolio/portfolio-page.tsx',
  dashboard: 'src/features/dashboard/dashboard-page.tsx',
  coach: 'src/features/coach/coach-page.tsx',
} as const
const SETTINGS = 'src/features/settings/settings-page.tsx'
/** Where each of them is, by the first part of its address. */
const ADDRESSES = {
  dashboard: CONTENT.dashboard,
  screening: CONTENT.screener,
  analysis: CONTENT.analysis,
  portfolio: CONTENT.portfolio,
  'ai-coach': CONTENT.coach,
  settings: SETTINGS,
}
/** What the pages share that calculate, the calculations themselves included. */
const CALCULATED = 'calculations'
/** What they share with the pages that do not. */
const OVERVIEW = 'overview'

/** One file hands out all calculations, so that imports do not tell who needs which: every page needs the rating's. */
const CALCULATIONS = '/libs/scoring/'
const RATING = '../../libs/scoring/src/rating/weights.ts'

/** Libraries, and parts of them, that come with a dialog or a form; all others are the frame's. */
const LATER = [
  /\/(?:eventsource-parser|highcharts|highcharts-react-official|papaparse|react-hook-form|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|react-transition-group|use-callback-ref|use-sidecar)\//,
  /\/@mantine\/core\/.*\/(?:Checkbox(?!\/CheckIcon)|Drawer|Modal|ModalBase|NativeSelect|Notification|PasswordInput|ScrollArea|Slider)\//,
  /\/@mantine\/core\/styles\//,
  /\/@mantine\/hooks\/.*\/(?:use-debounced-callback|use-drag|use-move)\//,
  /\/@mantine\/notifications\/.*\/(?:Notifications|NotificationContainer)/,
]

/** What changes with a version of a library only. */
const VENDOR =
  /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|cookie|set-cookie-parser|@reduxjs|redux|redux-thunk|react-redux|immer|reselect|use-sync-external-store|@standard-schema)\//

/**
 * Brings the first page in few requests, all of them at once: a browser has six at a time.
 * - Four chunks: two of libraries, what is drawn around every page, and the page; one or two more where the page calculates,
 *   or shows what such pages show. What only a dialog needs comes with the dialog, and what the start script needs stays with
 *   that, so that it waits for nothing.
 * - The document names what the start script is about to import, and for each page what it is made of besides;
 *   `public/first-paint.js` sends for that and for the page that is asked for, once their shape is on the screen.
 */
export function bringFirstPage(): Plugin {
  let root = ''
  let own: ReadonlyMap<string, string> | null = null
  const nameOwn = (context: Rolldown.ChunkingContext) => {
    const list = (paths: readonly string[]) =>
      listOwnImports(
        paths.map((path) => new URL(path, `file://${root}/`).pathname),
        context,
      )
    const names = new Map<string, string>()
    for (const [name, path] of Object.entries(CONTENT)) {
      for (const id of list([path])) names.set(id, nameFor(name, names.get(id), id))
    }
    for (const id of list(FRAME)) if (!id.includes(CALCULATIONS)) names.set(id, 'frame')
    for (const id of list([RATING])) names.set(id, 'frame')
    for (const id of list([START])) names.delete(id)
    // What they share with one page is apart, so that they need not bring that page along.
    for (const id of list([SETTINGS])) {
      if (names.get(id) !== 'frame' && !id.includes(CALCULATIONS)) names.delete(id)
    }
    for (const id of list([KIT])) names.set(id, 'kit')
    return names
  }
  const name: Rolldown.CodeSplittingNameFunction = (id, context) => {
    own ??= nameOwn(context)
    if (!isLibrary(id)) return own.get(id)
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
        const needed = listFor(PAGE)
        const styles = needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
        const scripts = needed.map(({ fileName }) => fileName).filter((fileName) => !html.includes(fileName))
        const pages = Object.entries(ADDRESSES).map(([address, path]) => {
          const own = listFor(path).filter((chunk) => !needed.includes(chunk) && !html.includes(chunk.fileName))
          return namePage(
            address,
            own.map(({ fileName }) => `/${fileName}`),
          )
        })
        return [
          namePage(
            '',
            scripts.map((fileName) => `/${fileName}`),
          ),
          ...pages,
          ...linkFonts(bundle),
          // The shape of a page that stands in the document is not to wait for them; the first page is, by its import.
          ...styles.map((fileName) => buildLink(fileName, { rel: 'preload', as: 'style' })),
        ]
      },
    },
  }
}

/** What several pages are made of goes with the frame, unless the first page can do without it. */
function nameFor(page: string, earlier: string | undefined, id: string): string {
  if (id.includes(CALCULATIONS)) return CALCULATED
  if (earlier === undefined) return page
  if (earlier === 'screener' || earlier === 'frame') return 'frame'
  return page === 'dashboard' || page === 'coach' ? OVERVIEW : CALCULATED
}

const namePage = (address: string, files: readonly string[]) => ({
  tag: 'meta',
  attrs: { name: `page:${address}`, content: files.join(' ') },
  injectTo: 'head-prepend' as const,
})

const isLibrary = (id: string) => id.includes('/node_modules/')

/** These modules of ours and all of ours that they import before they run. */
function listOwnImports(roots: readonly string[], context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set(roots)
  for (const id of found) {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) if (!isLibrary(imported)) found.add(imported)
  }
  return found
}

function withImports(first: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const found = new Set([first])
  for (const { imports } of found) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk)
  }
  return [...found]
}
