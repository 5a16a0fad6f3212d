<?php
/**
 * Plugin Name: Sotto Chat
 * Description: Puts a Sotto chat widget on every page of the site.
 * Version: 1.0.0
 * Requires at least: 6.3
 * Requires PHP: 7.4
 * License: MIT
 * Text Domain: sotto-chat
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** The address of the server and the id of the widget, as set under Settings > General. */
function sotto_chat_settings() {
	return array(
		'base'   => untrailingslashit( (string) get_option( 'sotto_chat_base', '' ) ),
		'widget' => (string) get_option( 'sotto_chat_widget', '' ),
	);
}

/** Puts the script onto public pages, once both settings are made. */
function sotto_chat_enqueue() {
	$settings = sotto_chat_settings();
	if ( '' === $settings['base'] || '' === $settings['widget'] ) {
		return;
	}
	wp_enqueue_script(
		'sotto-chat',
		$settings['base'] . '/integrations/widget/v2.js',
		array(),
		null,
		array(
			'strategy'  => 'async',
			'in_footer' => true,
		)
	);
}
add_action( 'wp_enqueue_scripts', 'sotto_chat_enqueue' );

/** Names the widget on the script tag, and asks optimisers to leave the tag alone: it waits for the visitor by itself. */
function sotto_chat_attributes( $html, $handle ) {
	if ( 'sotto-chat' !== $handle ) {
		return $html;
	}
	$tag = new WP_HTML_Tag_Processor( $html );
	if ( $tag->next_tag( 'script' ) ) {
		$tag->set_attribute( 'data-widget', sotto_chat_settings()['widget'] );
		$tag->set_attribute( 'data-cfasync', 'false' );
		$tag->set_attribute( 'data-no-optimize', '1' );
		$tag->set_attribute( 'data-no-defer', '1' );
	}
	return $tag->get_updated_html();
}
add_filter( 'script_loader_tag', 'sotto_chat_attributes', 10, 2 );

/** Accepts web addresses only; anything else empties the setting. */
function sotto_chat_sanitize_base( $value ) {
	return esc_url_raw( trim( (string) $value ), array( 'http', 'https' ) );
}

/** Two fields under Settings > General. */
function sotto_chat_register_settings() {
	$fields = array(
		'sotto_chat_base'   => array( __( 'Sotto server', 'sotto-chat' ), 'sotto_chat_sanitize_base', 'https://chat.example.com' ),
		'sotto_chat_widget' => array( __( 'Sotto widget', 'sotto-chat' ), 'sanitize_text_field', 'demo' ),
	);
	foreach ( $fields as $name => list( $label, $sanitize, $placeholder ) ) {
		register_setting(
			'general',
			$name,
			array(
				'type'              => 'string',
				'sanitize_callback' => $sanitize,
				'default'           => '',
			)
		);
		add_settings_field(
			$name,
			esc_html( $label ),
			function () use ( $name, $placeholder ) {
				printf(
					'<input type="text" class="regular-text" id="%1$s" name="%1$s" value="%2$s" placeholder="%3$s">',
					esc_attr( $name ),
					esc_attr( get_option( $name, '' ) ),
					esc_attr( $placeholder )
				);
			},
			'general',
			'default',
			array( 'label_for' => $name )
		);
	}
}
add_action( 'admin_init', 'sotto_chat_register_settings' );
