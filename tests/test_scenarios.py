"""What people who run tournaments have asked for or tripped over, and the tests that hold it.

Each sentence was gathered from complaints, reports and wishes about tournament programs; the numbers are
those under which the project's tests and commits speak of them. A test that is renamed or lost fails here.
"""

from __future__ import annotations

from importlib import import_module

import pytest

SCENARIOS: dict[int, tuple[str, tuple[str, ...]]] = {
    1: (
        (
            "The pair that rested in round 1 and lies last does not rest again while another has not; the "
            "screen says why this pair rests."
        ),
        (
            "desk.test_seating::test_the_pair_that_rested_in_round_1_and_lies_last_does_not_rest_again_and_the_screen_says_why",
            "views.desk.test_seats::test_the_bye_says_why_this_pair_rests",
            "movements.test_byes::test_the_pair_that_rested_and_lies_last_does_not_rest_again",
        ),
    ),
    2: (
        "Three could rest, two already did: the third rests, or the program says why it cannot.",
        ("desk.test_seating::test_three_could_rest_two_already_did_the_third_rests",),
    ),
    3: (
        "More rounds than pairs: rests are spread again evenly, never heaped on one.",
        (
            "desk.test_seating::test_with_more_rounds_than_pairs_rests_are_spread_evenly_and_never_heaped_on_one",
            "movements.test_byes::test_with_more_rounds_than_pairs_rests_are_spread_evenly",
        ),
    ),
    4: (
        "A bye counts with the configured VP and MP, and can be worth something other than a win.",
        ("desk.test_seating::test_a_bye_counts_in_the_standings_with_the_configured_vp_and_mp",),
    ),
    5: (
        "Eight pairs, seven rounds without repeats: the draw looks ahead, or warns before round 1.",
        (
            "desk.test_seating::test_eight_pairs_play_seven_rounds_without_repeats_or_the_organizer_is_warned_before_round_1",
        ),
    ),
    6: (
        (
            "Where no draw without repeats exists the fewest are chosen, each named before anything is "
            "printed."
        ),
        (
            "desk.test_seating::test_when_no_draw_without_repeats_exists_each_of_the_fewest_is_named_with_its_table",
            "views.desk.test_seats::test_seats_with_a_note_are_published_after_a_question",
        ),
    ),
    7: (
        "Five tables, six rounds of Mitchell: refused or warned before printing.",
        (
            "desk.test_seating::test_five_tables_and_six_rounds_of_mitchell_are_stopped_before_anything_is_printed",
            "views.desk.test_overview::test_a_mitchell_of_six_rounds_on_five_tables_is_warned_of_before_anything_is_printed",
        ),
    ),
    8: (
        (
            "The first draw spreads a club's pairs; club-mates and spouses may be kept apart; what cannot "
            "be granted is said."
        ),
        (
            "movements.test_first_round::test_a_clubs_pairs_are_spread_over_the_hall",
            "movements.test_first_round::test_spouses_do_not_meet_in_the_first_round_and_it_is_said_when_they_must",
            "desk.test_seating::test_the_first_draw_keeps_club_mates_apart_when_the_director_ticks_it",
            "desk.test_seating::test_what_cannot_be_granted_in_the_first_draw_is_said",
        ),
    ),
    9: (
        "A pairing is contested: the page shows why these two met, who was skipped and why.",
        (
            "desk.test_seating::test_a_contested_pairing_shows_why_these_two_met_and_who_was_skipped_and_why",
            "views.desk.test_seats::test_a_row_opens_to_why_these_two_for_htmx_and_as_a_page",
        ),
    ),
    10: (
        (
            "Two pairs swapped by hand: compared with the computed draw, warned of a rematch, a second bye, "
            "club-mates; a note is kept."
        ),
        (
            "desk.test_seating::test_before_a_swap_the_page_warns_of_the_rematch_it_would_make",
            "desk.test_seating::test_a_swap_that_gives_somebody_a_second_bye_says_so",
            "desk.test_seating::test_a_swap_that_brings_club_mates_together_says_so",
            "desk.test_seating::test_a_swap_keeps_its_note_and_marks_the_rows_against_the_computed_draw",
            "browser.test_a_whole_evening::test_a_whole_evening_is_run_with_the_keyboard_alone",
        ),
    ),
    11: (
        "A draw that fails leaves nothing behind, and trying again works. Two clicks make one round.",
        (
            "desk.test_drawing::test_a_draw_that_fails_leaves_nothing_behind_and_trying_again_works",
            "desk.test_two_clicks::test_draw_pressed_twice_at_once_gives_one_round",
            "desk.test_two_clicks::test_draw_pressed_in_several_browsers_at_once_gives_one_round_on_postgresql",
            "browser.test_seats::test_draw_clicked_twice_quickly_makes_one_round",
        ),
    ),
    12: (
        (
            "Round 3 is drawn while a table of round 2 has no result: the director sees which and must "
            "confirm; Mitchell is not held up."
        ),
        (
            "desk.test_drawing::test_a_danish_round_names_the_missing_tables_and_is_drawn_without_them_only_on_a_yes",
            "views.desk.test_seats::test_the_missing_tables_are_named_and_lead_to_the_results",
            "views.desk.test_seats::test_a_mitchell_needs_no_results_and_is_drawn_at_once",
        ),
    ),
    13: (
        "A result typed by players and not yet confirmed is never used in a draw or in the standings.",
        (
            "desk.test_tables::test_a_result_typed_by_players_and_not_yet_confirmed_is_never_used",
            "desk.test_results::test_a_result_not_yet_confirmed_is_in_no_standings",
        ),
    ),
    14: (
        (
            "Both sides report. Equal: stored. Different: side by side until the director decides. One side "
            "cannot accept for the other."
        ),
        (
            "desk.test_tables::test_both_sides_report_equal_it_is_stored",
            "desk.test_tables::test_both_sides_report_different_both_stay_side_by_side_until_the_director_decides",
            "desk.test_tables::test_one_side_cannot_accept_for_the_other",
            "browser.test_typing_scores::test_both_sides_report_different_totals_both_stay_side_by_side_until_the_director_decides",
        ),
    ),
    15: (
        "Totals on the wrong line: one button swaps them, with a confirmation. Totals may be negative.",
        (
            "browser.test_typing_scores::test_totals_entered_on_the_wrong_line_one_key_swaps_them_with_a_confirmation",
            "desk.test_recording::test_totals_entered_on_the_wrong_line_are_swapped_once_however_often_it_is_pressed",
            "desk.test_results::test_totals_may_be_negative",
        ),
    ),
    16: (
        (
            "1000 and 400 stay 1000 and 400. VP that do not add to 20 are pointed out; VP follow from the "
            "scale."
        ),
        (
            "views.desk.test_scores::test_1000_and_400_are_stored_as_1000_and_400_never_reversed",
            "views.desk.test_rulings_pages::test_vp_that_do_not_add_to_20_are_pointed_out",
            "scoring.test_standings::test_sums_that_do_not_hold_are_named",
        ),
    ),
    17: (
        (
            "A wrong result after the next draw: not published, correct and draw again; published, only the "
            "result changes."
        ),
        (
            "views.desk.test_scores::test_a_wrong_result_came_to_light_after_the_next_round_was_drawn_not_published_correct_and_draw_again_published_only_the_result_changes_nothing_already_drawn_changes_by_itself",
            "desk.test_seating::test_drawing_again_after_a_corrected_result_follows_the_new_standings",
            "browser.test_a_whole_evening::test_a_whole_evening_is_run_with_the_keyboard_alone",
        ),
    ),
    18: (
        "Correcting a score three rounds back refreshes every later standings, and says what moved.",
        (
            "views.desk.test_scores::test_correcting_a_score_three_rounds_back_refreshes_every_later_standings_and_says_what_moved",
            "boards.test_desk_finish::test_correcting_a_score_rounds_back_refreshes_the_later_standings_and_says_what_moved",
        ),
    ),
    19: (
        "After the last round a correction needs the referee's countersignature within the time set.",
        (
            "desk.test_recording::test_after_the_last_round_a_correction_needs_the_referees_countersignature_within_the_time_set_afterwards_it_is_refused",
            "browser.test_typing_scores::test_a_correction_after_the_last_round_is_countersigned_at_the_row_and_says_what_it_moves",
        ),
    ),
    20: (
        "A slip altered after signing: both versions stay visible, with who and when.",
        (
            "views.desk.test_scores::test_a_slip_altered_after_signing_both_versions_stay_visible_with_who_and_when",
        ),
    ),
    21: (
        "A table gets an adjusted score in which the two lines do not add up to 20.",
        (
            "desk.test_rulings::test_a_table_gets_an_adjusted_score_in_which_the_two_lines_do_not_add_up_to_20",
        ),
    ),
    22: (
        "Everything keyed twice to catch slips: only the differences are shown.",
        (
            "desk.test_keying::test_everything_keyed_twice_to_catch_slips_only_the_differences_are_shown",
            "browser.test_typing_scores::test_differences_between_two_keyings_are_decided_with_one_key_each",
            "browser.test_a_whole_evening::test_the_answer_to_a_question_about_the_second_keying_stores_the_second_keying",
        ),
    ),
    23: (
        "Two people enter results at once from two computers: none is lost, the second is told.",
        (
            "browser.test_typing_scores::test_two_browsers_type_in_the_same_round_at_once_none_is_lost_the_second_is_told",
            "desk.test_recording::test_two_people_enter_results_at_once_from_two_computers_none_is_lost_the_second_is_told",
        ),
    ),
    24: (
        (
            "A pair withdraws during round 3: its table gets its ruling, later draws leave it out, its "
            "opponents keep what they earned."
        ),
        (
            "desk.test_rulings::test_a_pair_withdraws_during_round_3_the_table_gets_its_ruling_later_draws_leave_it_out_its_opponents_keep_what_they_earned_the_standings_mark_it",
            "browser.test_a_whole_evening::test_a_whole_evening_is_run_with_the_keyboard_alone",
        ),
    ),
    25: (
        "A pair joins during round 1 to fill the incomplete table; later it is refused with the reason.",
        (
            "views.desk.test_entries::test_a_pair_joins_during_round_1_to_fill_the_incomplete_table",
            "views.desk.test_entries::test_later_a_pair_is_refused_with_the_reason",
            "browser.test_a_whole_evening::test_a_whole_evening_is_run_with_the_keyboard_alone",
            "browser.test_a_whole_evening::test_a_pair_that_comes_in_round_2_is_refused_with_the_reason",
        ),
    ),
    26: (
        "A player is replaced: the pair keeps number, past and name history; nobody sits in two pairs.",
        (
            "views.desk.test_entries::test_a_player_is_replaced_and_the_pair_keeps_number_past_and_name_history",
            "views.desk.test_entries::test_the_same_person_cannot_sit_in_two_pairs",
        ),
    ),
    27: (
        "A name corrected in mid-event changes nothing else; two people with the same name stay two.",
        (
            "views.desk.test_people::test_a_name_corrected_in_mid_event_changes_nothing_else",
            "views.desk.test_entries::test_two_people_with_the_same_name_stay_two",
        ),
    ),
    28: (
        "Look-alike names are flagged, and a merge keeps the history.",
        (
            "views.desk.test_entries::test_look_alike_names_are_flagged_and_nothing_is_stored_before_the_answer",
            "views.desk.test_people::test_look_alike_names_are_flagged_and_a_merge_keeps_the_history",
        ),
    ),
    29: (
        "Someone marked absent at check-in is not drawn.",
        (
            "desk.test_seating::test_someone_marked_absent_at_check_in_is_not_drawn",
            "views.desk.test_entries::test_someone_marked_absent_at_check_in_is_not_drawn",
        ),
    ),
    30: (
        (
            "A form's answers, a pasted message, a CSV of any encoding: read, previewed, each skipped line "
            "with its reason; bad lines touch nothing."
        ),
        (
            "views.desk.test_lists::test_a_list_from_a_sign_up_form_is_read_previewed_and_stored",
            "views.desk.test_lists::test_a_csv_with_semicolons_and_another_encoding_is_read",
            "views.desk.test_lists::test_a_pasted_message_is_read",
            "views.desk.test_lists::test_a_list_without_one_good_line_touches_nothing",
            "spreadsheets.lists.test_reading_lists::test_talk_between_the_names_is_left_aside_with_its_reason",
        ),
    ),
    31: (
        "Numbers written the Italian way are understood.",
        (
            "browser.test_typing_scores::test_numbers_written_the_italian_way_are_understood",
            "spreadsheets.test_how_clubs_write::test_numbers_are_understood_the_italian_way",
        ),
    ),
    32: (
        "Seats are found by table and alphabetically by player, on paper and on screen.",
        (
            "views.desk.test_seats::test_seats_are_found_by_table_and_alphabetically_by_player",
            "browser.test_public_pages_in_a_browser::test_seats_of_thirty_pairs_print_on_one_sheet_in_both_orders",
        ),
    ),
    33: (
        "The standings are read from the back of the hall; the screen turns its pages and asks little.",
        (
            "browser.test_hall::test_a_screen_is_read_from_the_last_row_whatever_the_field",
            "browser.test_hall::test_pages_turn_by_themselves_and_come_round",
            "browser.test_hall::test_the_wall_asks_little_and_is_mostly_told_nothing_new",
        ),
    ),
    34: (
        "The end of the round is heard with the screen locked or hidden, as far as the browser allows.",
        (
            "browser.test_hall::test_warning_and_end_are_planned_on_the_audio_clock_once_the_sound_is_turned_on",
        ),
    ),
    35: (
        "No internet in the parish hall: everything runs on one laptop.",
        (
            "browser.test_every_desk_page::test_no_page_of_the_desk_puts_up_a_barrier_or_reaches_outside",
            "views.test_public_pages::test_no_page_has_styles_or_scripts_of_its_own_nor_addresses_outside",
            "house.test_run::test_a_fresh_copy_serves_a_sample_evening_and_later_starts_need_no_network",
            "house.test_server::test_phones_in_the_hall_reach_it_by_this_machines_address",
        ),
    ),
    36: (
        "A newcomer runs an evening from a list of names in under five minutes of set-up.",
        (
            "browser.test_a_whole_evening::test_a_newcomer_goes_from_the_list_of_names_to_the_first_seats_in_under_five_minutes",
        ),
    ),
    37: (
        "The laptop loses power: everything acknowledged is still there.",
        (
            "browser.test_power_cut_while_typing::test_everything_shown_as_stored_is_there_nothing_twice_and_unsent_rows_arrive",
            "house.test_server::test_pulling_the_plug_loses_nothing_and_it_starts_again",
        ),
    ),
    38: (
        (
            "Each published standings has a number and says what changed; full results are seen before the "
            "time for corrections ends."
        ),
        (
            "views.desk.test_finish::test_each_published_standings_has_a_number_and_says_what_changed",
            "views.desk.test_finish::test_full_results_are_visible_before_the_time_for_corrections_ends",
            "boards.test_desk_finish::test_each_published_standings_has_a_number_and_says_what_changed_since_the_last",
        ),
    ),
    39: (
        "Phone numbers and addresses never appear on public pages, in the API or in a public export.",
        (
            "views.desk.test_people::test_phone_numbers_and_addresses_never_appear_outside_the_clubs_own_pages",
            "views.test_public_pages::test_nothing_private_of_a_player_is_on_a_page",
            "views.test_release::test_the_public_workbook_has_no_card_numbers",
        ),
    ),
    40: (
        "Not released means not released: page, live feed and export obey the same rule.",
        (
            "views.test_release::test_a_round_that_is_only_drawn_is_on_no_page",
            "views.test_release::test_the_public_workbook_has_released_rounds_only",
            "views.desk.test_finish::test_not_released_means_not_released",
            "views.test_hall::test_a_round_that_is_only_drawn_is_on_no_screen",
        ),
    ),
    41: (
        "The printed standings has room for signatures. Prizes in whole euros still add up to the pot.",
        (
            "views.desk.test_finish::test_the_printed_standings_has_room_for_the_signatures_of_referee_and_director",
            "views.desk.test_finish::test_prizes_rounded_to_whole_euros_still_add_up_to_the_pot",
            "scoring.test_prizes::test_prizes_rounded_to_whole_euros_still_add_up_to_the_pot",
        ),
    ),
    42: (
        "A picture of the standings that can be sent by a messaging app.",
        (
            "views.desk.test_finish::test_a_picture_of_the_standings_can_be_sent_by_a_messaging_app",
            "pictures.test_standings_picture::test_a_picture_stands_upright_and_is_light_to_send",
        ),
    ),
}  # fmt: skip


def test_every_sentence_is_in_the_table() -> None:
    assert list(SCENARIOS) == list(range(1, 43))
    assert all(sentence.endswith(".") and tests for sentence, tests in SCENARIOS.values())


@pytest.mark.parametrize("number", SCENARIOS)
def test_the_tests_that_hold_a_sentence_are_there(number: int) -> None:
    missing = []
    for address in SCENARIOS[number][1]:
        module, _, name = address.partition("::")
        if not callable(getattr(import_module(f"tests.{module}"), name, None)):
            missing.append(address)
    assert not missing, f"“{SCENARIOS[number][0]}” is held by nothing called {missing}"
