import type { Plugin } from 'vite'

const TEXT = /\.(?:js|css|html|svg)$/
const endings = { br: 'brotli', gz: 'gzip' } as const

/** Writes a Brotli and a gzip copy of each text file, for clients that accept these encodings. */
export function compressTexts(): Plugin {
  return {
    name: 'compress-texts',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        for (const output of Object.values(bundle).filter(({ fileName }) => TEXT.test(fileName))) {
          const text = output.type === 'chunk' ? output.code : output.source
          for (const [ending, format] of Object.entries(endings)) {
            const source = await compress(text, format)
            this.emitFile({ type: 'asset', fileName: `${output.fileName}.${ending}`, source })
          }
        }
      },
    },
  }
}

async function compress(text: string | Uint8Array, format: (typeof endings)[keyof typeof endings]) {
  // The DOM's type lacks brotli.
  const stream = new CompressionStream(format as CompressionFormat)
  return new Uint8Array(await new Response(new Blob([text as BlobPart]).stream().pipeThrough(stream)).arrayBuffer())
}
