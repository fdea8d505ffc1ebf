import type { Plugin, Rolldown } from 'vite'
import { buildLink, linkFonts } from './documents.ts'

const START = 'src/start.ts'
const PAGE = 'src/main.tsx'
/** Modules that every signed-in page loads, in addition to the start script. */
const FRAME = [PAGE, 'src/app/app-layout.tsx']
/** The module that exports the component library. */
const KIT = 'src/shared/ui/kit.ts'
/** Pages that may be the first to load, by chunk name. Analysis and portfolio run calculations. */
const CONTENT = {
  screener: 'src/features/screener/screener-page.tsx',
  analysis: 'src/features/analysis/analysis-page.tsx',
  portfolio: 'src/features/portfolio/portfolio-page.tsx',
  dashboard: 'src/features/dashboard/dashboard-page.tsx',
  coach: 'src/features/coach/coach-page.tsx',
} as const
const SETTINGS = 'src/features/settings/settings-page.tsx'
/** Pages, by the first segment of their URL's path. */
const ADDRESSES = {
  dashboard: CONTENT.dashboard,
  screening: CONTENT.screener,
  analysis: CONTENT.analysis,
  portfolio: CONTENT.portfolio,
  'ai-coach': CONTENT.coach,
  settings: SETTINGS,
}
/** Chunk for the calculations, and for modules that only the pages with calculations share. */
const CALCULATED = 'calculations'
/** Chunk for modules that are shared with pages without calculations. */
const OVERVIEW = 'overview'

/**
 * All calculations are exported from one file, so the imports do not show which page needs which. Every page needs the
 * rating.
 */
const CALCULATIONS = '/libs/scoring/'
const RATING = ['../../libs/scoring/src/rating/weights.ts', '../../libs/scoring/src/rating/curve.ts']

/** Libraries, or parts of them, that load only with a dialog or a form. All others load with the frame. */
const LATER = [
  /\/(?:eventsource-parser|highcharts|highcharts-react-official|papaparse|react-hook-form|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|react-transition-group|use-callback-ref|use-sidecar)\//,
  /\/@mantine\/core\/.*\/(?:Checkbox(?!\/CheckIcon)|Drawer|Highlight|Mark|Modal|ModalBase|NativeSelect|Notification|NumberInput|Pagination|PasswordInput|ScrollArea|Slider|Title)\//,
  /\/@mantine\/core\/styles\//,
  /\/@mantine\/hooks\/.*\/(?:use-debounced-callback|use-drag|use-hotkeys|use-move)\//,
  /\/@mantine\/spotlight\//,
  /\/@mantine\/notifications\/.*\/(?:Notifications|NotificationContainer)/,
]

/** Libraries in the vendor chunk, which changes only when their versions do. */
const VENDOR =
  /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|cookie|set-cookie-parser|@reduxjs|redux|redux-thunk|react-redux|immer|reselect|use-sync-external-store|@standard-schema)\//

/**
 * Loads the first page in a few parallel requests: browsers send at most six at a time.
 * - There are four chunks: two vendor chunks, one for the frame around all pages, and one for the page. Pages with
 *   calculations, or with modules that those pages share, load one or two more. Modules that only a dialog needs load
 *   with the dialog. Modules that the start script imports stay in its chunk, so that it does not wait for others.
 * - The document lists the files that the start script imports, and for each page the additional files that it needs.
 *   Once the skeleton is on screen, `public/first-paint.js` requests the former and those for the current page.
 */
export function splitFirstPage(): Plugin {
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
    for (const id of list(RATING)) names.set(id, 'frame')
    for (const id of list([START])) names.delete(id)
    // If the settings share modules with one page, these get a chunk of their own, so that the settings do not load
    // that page.
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
          // Preloaded rather than linked, so that the skeleton in the document does not wait for them. The first page
          // waits, because it imports them.
          ...styles.map((fileName) => buildLink(fileName, { rel: 'preload', as: 'style' })),
        ]
      },
    },
  }
}

/** Puts a module that several pages share into the frame, unless the screener does not need it. */
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

/** Lists these modules and everything they import statically, except libraries. */
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
