import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildSettings } from './vite/build-settings.ts'
import { compileEarly } from './vite/compile-early.ts'
import { compressTexts } from './vite/compress-texts.ts'
import { prerenderLanding } from './vite/prerender.ts'

/** Build of the landing page. It runs after the app's build, into the same folder; they share no files. */
export default defineConfig({
  plugins: [react(), prerenderLanding(), compileEarly(), compressTexts()],
  build: { ...buildSettings, manifest: '.vite/landing.json', emptyOutDir: false, copyPublicDir: false },
})
