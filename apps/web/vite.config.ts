import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressTexts } from './vite/compress-texts.ts'
import { bringFirstPage } from './vite/first-page.ts'

export default defineConfig({
  plugins: [react(), bringFirstPage(), compressTexts()],
  server: { proxy: { '/api': 'http://localhost:8080' } },
  build: {
    // The gateway's policy allows no data: sources, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
