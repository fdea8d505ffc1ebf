export { closeSharedStack as default } from './shared-stack.mts'
