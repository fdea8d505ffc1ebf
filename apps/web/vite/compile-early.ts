import type { Plugin } from 'vite'

const HINT = '//# allFunctionsCalledOnLoad\n'
/** In characters. The hint is weight on the first load, and a shorter script has little to compile. */
const LEAST_CODE = 8_000

/**
 * Has Chromium compile every function of a script while it loads, beside the main thread, which else compiles each as it is
 * first called; most are called by the first page. To other browsers it is a comment.
 * Source: https://v8.dev/blog/explicit-compile-hints
 */
export function compileEarly(): Plugin {
  return {
    name: 'compile-early',
    apply: 'build',
    generateBundle: {
      // It has to be the first line, and Vite writes its own there.
      order: 'post',
      handler(_options, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type === 'chunk' && output.code.length > LEAST_CODE) output.code = HINT + output.code
        }
      },
    },
  }
}
