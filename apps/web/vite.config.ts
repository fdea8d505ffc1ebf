import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildSettings } from './vite/build-settings.ts'
import { compileEarly } from './vite/compile-early.ts'
import { compressTexts } from './vite/compress-texts.ts'
import { serveDocuments } from './vite/dev-documents.ts'
import { splitFirstPage } from './vite/first-page.ts'
import { prerenderLanding, prerenderStart } from './vite/prerender.ts'

/** Build of the signed-in app. The dev server serves both documents. */
export default defineConfig({
  plugins: [
    react(),
    splitFirstPage(),
    prerenderLanding(),
    prerenderStart(),
    serveDocuments(),
    compileEarly(),
    compressTexts(),
  ],
  server: { proxy: { '/api': 'http://localhost:8080' } },
  build: { ...buildSettings, manifest: '.vite/app.json', rolldownOptions: { input: 'app.html' } },
})
