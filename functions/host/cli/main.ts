#!/usr/bin/env node
/** The `touchmove` command: reads its arguments, runs one command, turns a failure into one line and an exit status. */
import { run } from './program.ts'

// A reader that has seen enough (`| head`) closes the pipe: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

// The SDK is pinned and talks to our own database: its advice about later versions is for developers, not for users of the command.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true'

process.exitCode = await run(process.argv.slice(2))
