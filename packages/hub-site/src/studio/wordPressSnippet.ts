import { scriptAddress, toAttributes, type Installation } from './installation';

/** A single-file plugin with address and settings. */
export function wordPressSnippet(installation: Installation): string {
  const attributes = [
    ['widget', installation.widget] as const,
    ...toAttributes(installation.settings),
    ['cfasync', 'false'] as const,
    ['no-optimize', '1'] as const,
    ['no-defer', '1'] as const,
  ];
  const lines = attributes.map(([name, value]) => `\t\t$attributes[${quote(`data-${name}`)}] = ${quote(value)};`);
  return `<?php
/**
 * Plugin Name: Sotto Chat
 * Description: Puts the chat on every page of the site.
 * Requires at least: 6.3
 */
if ( ! defined( 'ABSPATH' ) ) {
	exit;
}
add_action( 'wp_enqueue_scripts', function () {
	wp_enqueue_script( 'sotto-chat', ${quote(scriptAddress(installation))}, array(), null, array( 'strategy' => 'async', 'in_footer' => true ) );
} );
add_filter( 'wp_script_attributes', function ( $attributes ) {
	if ( isset( $attributes['id'] ) && 'sotto-chat-js' === $attributes['id'] ) {
${lines.join('\n')}
	}
	return $attributes;
} );`;
}

/** Formats a PHP string: in single quotes only the quote and the backslash are special. */
function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
