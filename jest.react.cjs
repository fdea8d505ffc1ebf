// React's of development takes a stack trace for every element it makes; the rest of it is what `act` needs.
const development = require('./node_modules/react/cjs/react.development.js')
const { createElement, cloneElement } = require('./node_modules/react/cjs/react.production.js')

module.exports = { ...development, createElement, cloneElement }
