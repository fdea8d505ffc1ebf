import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { prerenderLanding, prerenderStart, serveDocuments } from './vite/documents.ts'
import { splitFirstPage } from './vite/first-page.ts'
import { buildSettings, compileEarly, compressTexts } from './vite/output.ts'
import { stampFirstPaint } from './vite/precache.ts'

/** Build of the signed-in app. The dev server serves both documents. */
export default defineConfig({
  plugins: [
    react(),
    splitFirstPage(),
    prerenderLanding(),
    prerenderStart(),
    stampFirstPaint(),
    serveDocuments(),
    compileEarly(),
    compressTexts(),
  ],
  server: { proxy: { '/api': 'http://localhost:8080' } },
  build: { ...buildSettings, manifest: '.vite/app.json', rolldownOptions: { input: 'app.html' } },
})
