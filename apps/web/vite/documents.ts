import { mkdir, rm, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown, type ViteDevServer } from 'vite'

/** The font of all pages. If it loaded late, the layout would shift. */
const FONT = /instrument-sans-latin-wdth-normal.*\.woff2$/

interface Link {
  readonly tag: 'link'
  readonly attrs: Record<string, string | boolean>
  readonly injectTo: 'head'
}

export const buildLink = (fileName: string, attrs: Record<string, string>): Link => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: true, href: `/${fileName}` },
  injectTo: 'head',
})

/** Links that preload the font before the browser has parsed the styles. */
export const linkFonts = (bundle: Rolldown.OutputBundle): Link[] =>
  Object.keys(bundle)
    .filter((fileName) => FONT.test(fileName))
    .map((fileName) => buildLink(fileName, { rel: 'preload', as: 'font' }))

const STYLESHEET = /\s{0,20}<link rel="stylesheet"[^>]{0,200}href="\/(assets\/[^"]{1,200}\.css)"[^>]{0,200}>/g

interface Drawing {
  /** The document, and the comment in it that the HTML replaces. */
  readonly document: string
  readonly place: string
  /** Module with a `render` function that returns the HTML. */
  readonly source: string
  /** Whether to inline the styles. This saves a request before the first paint, but only pays off for small styles. */
  readonly inlinesStyles: boolean
}

interface Renderer {
  readonly render: () => string
}

/** The complete HTML of the landing page. It can be read without scripts; the script then hydrates it. */
export const prerenderLanding = () =>
  prerender({
    document: '/index.html',
    place: '<!--landing-->',
    source: 'src/features/landing/prerender.tsx',
    inlinesStyles: true,
  })

/** The skeleton of a signed-in page, which is shown until the first page renders. */
export const prerenderStart = () =>
  prerender({ document: '/app.html', place: '<!--start-->', source: 'src/app/prerender.tsx', inlinesStyles: false })

function prerender({ document, place, source, inlinesStyles }: Drawing): Plugin {
  let root = ''
  let cache = ''
  let server: ViteDevServer | null = null
  return {
    name: `prerender ${document}`,
    configResolved(config) {
      root = config.root
      cache = `${config.cacheDir}/prerender`
    },
    configureServer(started) {
      server = started
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { path, bundle }) {
        if (path !== document) return html
        const { render } =
          server === null ? await loadBuilt(root, cache, source) : ((await server.ssrLoadModule(source)) as Renderer)
        const drawn = html.replace(place, render)
        if (bundle === undefined || !inlinesStyles) return drawn
        return { html: inlineStyles(drawn, bundle), tags: linkFonts(bundle) }
      },
    },
  }
}

/** Loads the renderer from a server build. Its styles and images have the same file names as in the browser build. */
async function loadBuilt(root: string, cache: string, source: string): Promise<Renderer> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: { ssr: source, write: false, assetsInlineLimit: 0 },
  })
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput
  const [entry] = output
  const file = `${cache}/prerender-${process.pid}.mjs`
  await mkdir(cache, { recursive: true })
  await writeFile(file, entry.code)
  try {
    return (await import(pathToFileURL(file).href)) as Renderer
  } finally {
    await rm(file)
  }
}

function inlineStyles(html: string, bundle: Rolldown.OutputBundle): string {
  return html.replace(STYLESHEET, (_link, fileName: string) => {
    const sheet = bundle[fileName]
    if (sheet?.type !== 'asset') throw new Error(`The build has no style sheet ${fileName}`)
    delete bundle[fileName]
    return `<style>${sheet.source.toString().trim()}</style>`
  })
}

/**
 * Makes the dev server choose documents as the gateway does: the landing page at `/`, the app at every other page URL.
 */
export function serveDocuments(): Plugin {
  return {
    name: 'dev-documents',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost')
        const isPage = request.headers.accept?.includes('text/html') === true && !pathname.includes('.')
        if (isPage && pathname !== '/' && !pathname.startsWith('/api/')) request.url = '/app.html'
        next()
      })
    },
  }
}
