import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildSettings } from './vite/build-settings.ts'
import { compileEarly } from './vite/compile-early.ts'
import { compressTexts } from './vite/compress-texts.ts'
import { serveDocuments } from './vite/dev-documents.ts'
import { bringFirstPage } from './vite/first-page.ts'
import { prerenderLanding, prerenderStart } from './vite/prerender.ts'

/** Builds the signed-in application; the dev server serves both documents. */
export default defineConfig({
  plugins: [
    react(),
    bringFirstPage(),
    prerenderLanding(),
    prerenderStart(),
    serveDocuments(),
    compileEarly(),
    compressTexts(),
  ],
  server: { proxy: { '/api': 'http://localhost:8080' } },
  build: { ...buildSettings, manifest: '.vite/app.json', rolldownOptions: { input: 'app.html' } },
})
