import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { prerenderLanding } from './vite/documents.ts'
import { buildSettings, compileEarly, compressTexts } from './vite/output.ts'
import { stampFirstPaint } from './vite/precache.ts'

/** Build of the landing page. It runs after the app's build, into the same folder; they share no files. */
export default defineConfig({
  plugins: [react(), prerenderLanding(), stampFirstPaint(), compileEarly(), compressTexts()],
  build: { ...buildSettings, manifest: '.vite/landing.json', emptyOutDir: false, copyPublicDir: false },
})
